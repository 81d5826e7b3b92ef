import { sql } from "kysely";
import { containsTyped } from "~/platform/lists/search.server";
import { wholePhone } from "~/platform/text/phone-input";

/**
 * Bookings by a part of their reference, of the customer's name, phone or email, or of the address; and by the whole number that one
 * had in the program that it was imported from. By a whole phone number those of that phone.
 */
export function matchesBooking(typed: string) {
  const phone = wholePhone(typed);
  // As the trigram index `bookings_search_idx` has it.
  const text = sql<string>`bookings.reference || ' ' || bookings.contact_name || ' ' || bookings.contact_phone || ' '
    || coalesce(bookings.contact_email, '') || ' ' || bookings.area || ' ' || bookings.address`;
  const isFound = phone ? sql`bookings.contact_phone = ${phone}` : containsTyped(text, typed);
  // As an array, which is looked up in an index beside the other one.
  return sql<boolean>`(${isFound} OR bookings.id = ANY (ARRAY(
    SELECT booking_id FROM imported_bookings WHERE lower(imported_bookings.reference) = lower(${typed.trim()}))))`;
}
