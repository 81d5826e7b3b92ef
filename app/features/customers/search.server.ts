import { sql } from "kysely";
import { containsTyped } from "~/platform/search.server";

/**
 * Customers by a part of their name, company, phone, email, TRN or an address. Those that were merged lead to the one that was kept: its
 * lost phone and email still find it.
 */
export function matchesCustomer(typed: string) {
  // As the trigram indexes `customers_search` and `properties_search` have them.
  const person = sql<string>`found.name || ' ' || coalesce(found.phone, '') || ' ' || coalesce(found.email, '')
    || ' ' || coalesce(found.company, '') || ' ' || coalesce(found.trn, '')`;
  const place = sql<string>`place.street || ' ' || place.building || ' ' || place.unit || ' ' || place.area`;
  return sql<boolean>`customers.id IN (
    SELECT coalesce(found.merged_into, found.id) FROM customers AS found WHERE ${containsTyped(person, typed)}
    UNION ALL
    SELECT place.customer_id FROM properties AS place WHERE ${containsTyped(place, typed)})`;
}
