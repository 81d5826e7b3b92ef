import { sql } from "kysely";
import { matchesSearch } from "~/platform/lists/search.server";
import { parseCompletePhone } from "~/platform/text/phone-input";

/**
 * Matches parts of the text fields, a whole phone number, or a whole reference of the program that the
 * booking was imported from.
 */
export function matchesBooking(typed: string) {
  const phone = parseCompletePhone(typed);
  const isFound = phone ? sql`bookings.contact_phone = ${phone}` : matchesSearch("bookings", typed);
  // As an array, so that the planner combines both indexes.
  return sql<boolean>`(${isFound} OR bookings.id = ANY (ARRAY(
    SELECT booking_id FROM imported_bookings WHERE lower(imported_bookings.reference) = lower(${typed.trim()}))))`;
}
