import { sql } from "kysely";

/* Columns for queries on `bookings` and `services` (docs/domain.md, "Emergencies"). */

const trade = sql<
  string | null
>`(SELECT trades.name FROM services AS trades WHERE trades.id = bookings.trade_id)`;

/** Trade of an emergency; null if unknown or no emergency. */
export const tradeName = trade.as("tradeName");

/** Name of the booked service, for example "Emergency Service (Plumbing)". */
export const bookedServiceName = sql<string>`services.name || coalesce(' (' || ${trade} || ')', '')`.as(
  "serviceName",
);

/** The emergency's trade if known, otherwise all services of the visit. */
export const requiredSkills = sql<
  string[]
>`ARRAY(SELECT coalesce(bookings.trade_id, bookings.service_id) UNION SELECT booking_lines.service_id FROM booking_lines
  WHERE booking_lines.booking_id = bookings.id AND NOT bookings.emergency)`.as("skills");
