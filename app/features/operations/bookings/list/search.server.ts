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

const contactSounds =
  (lookUp: LookUp): SoundCondition =>
  (keys) => {
    const ids = idsBySound({
      table: "bookings",
      id: sql`named.id`,
      at: "requestedAt",
      text: sql`named.contact_name`,
      keys,
    });
    return isOneOf("bookings.id", ids, lookUp);
  };

/** The contact may be another person than the customer. */
const bySound =
  (lookUp: LookUp): SoundCondition =>
  (keys) =>
    sql<boolean>`${isOneOf("bookings.customerId", customersBySound(keys), lookUp)}
    OR ${isOneOf("bookings.propertyId", propertiesBySound("id", keys), lookUp)}
    OR ${contactSounds(lookUp)(keys)}`;

/**
 * Matches parts of the text fields, the sound of names and addresses, a whole phone number, or a whole reference of the program that the
 * booking was imported from.
 */
export function matchesBooking(typed: string, lookUp: LookUp = "index") {
  return matchesText(typed, bySound(lookUp));
}

/** As `matchesBooking`, for a list that shows a few matches: first by spelling, then also of the customers that `few` finds. */
export async function matchesFewBookings(typed: string, few: () => Promise<string[]>, lookUp: LookUp) {
  if (lookUp === "rows") return matchesText(typed);
  const customers = await few();
  return sql<boolean>`(${matchesText(typed, contactSounds(lookUp))} OR bookings.customer_id = ANY(${customers}::uuid[]))`;
}

function matchesText(typed: string, bySound?: SoundCondition) {
  const phone = parseCompletePhone(typed);
  const isFound = phone
    ? sql`bookings.contact_phone = ${phone}`
    : matchesSearch("bookings", typed, { bySound });
  // An array, so that the planner combines both indexes.
  return sql<boolean>`(${isFound} OR bookings.id = ANY (ARRAY(
    SELECT booking_id FROM imported_bookings WHERE lower(imported_bookings.reference) = lower(${typed.trim()}))))`;
}
