import { sql } from "kysely";
import { containsTyped } from "~/platform/lists/search.server";

/** Bookings by a part of their reference, of the customer's name, phone or email, or of the address. */
export function matchesBooking(typed: string) {
  // As the trigram index `bookings_search` has it.
  const text = sql<string>`bookings.reference || ' ' || bookings.contact_name || ' ' || bookings.contact_phone || ' '
    || coalesce(bookings.contact_email, '') || ' ' || bookings.area || ' ' || bookings.address`;
  return containsTyped(text, typed);
}
