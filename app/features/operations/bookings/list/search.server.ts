import { sql } from "kysely";
import {
  idsBySound,
  isOneOf,
  type LookUp,
  matchesSearch,
  type SoundCondition,
} from "~/platform/lists/search.server";
import { parseCompletePhone } from "~/platform/text/phone-input";
import { customersBySound, propertiesBySound } from "../../../core/customers/search.server";

const bySound =
  (lookUp: LookUp): SoundCondition =>
  (keys) => {
    // The contact may be another person than the customer.
    const byContact = idsBySound({
      table: "bookings",
      id: sql`named.id`,
      at: "requestedAt",
      text: sql`named.contact_name`,
      keys,
    });
    return sql<boolean>`${isOneOf("bookings.customerId", customersBySound(keys), lookUp)}
      OR ${isOneOf("bookings.propertyId", propertiesBySound("id", keys), lookUp)}
      OR ${isOneOf("bookings.id", byContact, lookUp)}`;
  };

/**
 * Matches parts of the text fields, the sound of names and addresses, a whole phone number, or a whole reference of the program that the
 * booking was imported from.
 */
export function matchesBooking(typed: string, lookUp: LookUp = "index") {
  const phone = parseCompletePhone(typed);
  const isFound = phone
    ? sql`bookings.contact_phone = ${phone}`
    : matchesSearch("bookings", typed, { bySound: bySound(lookUp) });
  // An array, so that the planner combines both indexes.
  return sql<boolean>`(${isFound} OR bookings.id = ANY (ARRAY(
    SELECT booking_id FROM imported_bookings WHERE lower(imported_bookings.reference) = lower(${typed.trim()}))))`;
}
