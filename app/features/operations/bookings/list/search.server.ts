import { sql } from "kysely";
import { matchesSearch, type SoundCondition } from "~/platform/lists/search.server";
import { parseCompletePhone } from "~/platform/text/phone-input";
import { customersBySound, propertiesBySound } from "../../../core/customers/search.server";

/** Bookings found by the sound of a word in the name of the contact, who may be another person than the customer. */
const MAX_BY_SOUND = 1_000;

const bySound: SoundCondition = (keys) => sql<boolean>`bookings.customer_id = ANY (${customersBySound(keys)})
  OR bookings.property_id = ANY (${propertiesBySound("id", keys)})
  OR bookings.id = ANY (ARRAY(SELECT named.id FROM bookings AS named
    WHERE sound_keys(named.contact_name) && ${keys} LIMIT ${MAX_BY_SOUND}))`;

/**
 * Matches parts of the text fields, the sound of names and addresses, a whole phone number, or a whole reference of the program that the
 * booking was imported from.
 */
export function matchesBooking(typed: string) {
  const phone = parseCompletePhone(typed);
  const isFound = phone
    ? sql`bookings.contact_phone = ${phone}`
    : matchesSearch("bookings", typed, { bySound });
  // An array, so that the planner combines both indexes.
  return sql<boolean>`(${isFound} OR bookings.id = ANY (ARRAY(
    SELECT booking_id FROM imported_bookings WHERE lower(imported_bookings.reference) = lower(${typed.trim()}))))`;
}
