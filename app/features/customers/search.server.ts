import { sql } from "kysely";

/** As the trigram index `customers_search` has it. A local phone number finds its +971 form. */
export function matchesCustomer(search: string) {
  const phone = search.replace(/[\s()-]/g, "");
  const text = /^\+?\d{4,}$/.test(phone) ? phone.replace(/^(?:\+?971|0)/, "") : search;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`(customers.name || ' ' || coalesce(customers.phone, '') || ' ' || coalesce(customers.email, ''))
    ILIKE ${pattern}`;
}
