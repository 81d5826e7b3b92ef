import { sql } from "kysely";
import {
  isOneOf,
  type LookUp,
  matchesSearch,
  ownNameSounds,
  type SoundCondition,
} from "~/platform/lists/search.server";
import { parseCompletePhone } from "~/platform/text/phone-input";
import { customersBySound, propertiesBySound } from "../../../core/customers/search.server";

const contactSounds = (lookUp: LookUp) =>
  ownNameSounds({ table: "bookings", at: "requestedAt", text: sql`named.contact_name` }, lookUp);

/** The contact may be another person than the customer. */
const bySound =
  (lookUp: LookUp): SoundCondition =>
  (names) =>
    sql<boolean>`${isOneOf("bookings.customerId", customersBySound(names), lookUp)}
    OR ${isOneOf("bookings.propertyId", propertiesBySound("id", names), lookUp)}
    OR ${contactSounds(lookUp)(names)}`;

/**
 * Matches parts of the text fields, the sound of names and addresses, a whole phone number, or a whole reference of the program that the
 * booking was imported from.
 */
export function matchesBooking(typed: string, lookUp: LookUp = "index") {
  return matchesText(typed, { bySound: bySound(lookUp), lookUp });
}

/** Like `matchesBooking`, for a list that shows a few matches: by spelling first, then also those of the customers from `few`. */
export async function matchesFewBookings(typed: string, few: () => Promise<string[]>, lookUp: LookUp) {
  if (lookUp === "rows") return matchesText(typed);
  const customers = await few();
  return sql<boolean>`(${matchesText(typed, { bySound: contactSounds(lookUp), lookUp })} OR bookings.customer_id = ANY(${customers}::uuid[]))`;
}

function matchesText(typed: string, options: { bySound?: SoundCondition; lookUp?: LookUp } = {}) {
  const phone = parseCompletePhone(typed);
  const isFound = phone ? sql`bookings.contact_phone = ${phone}` : matchesSearch("bookings", typed, options);
  // An array, so that the planner combines both indexes.
  return sql<boolean>`(${isFound} OR bookings.id = ANY (ARRAY(
    SELECT booking_id FROM imported_bookings WHERE lower(imported_bookings.reference) = lower(${typed.trim()}))))`;
}
