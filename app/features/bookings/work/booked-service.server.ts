import { sql } from "kysely";

/*
 * The trade of an emergency (docs/domain.md, "Emergencies"), in queries that read `bookings` and `services`.
 */

const trade = sql<
  string | null
>`(SELECT trades.name FROM services AS trades WHERE trades.id = bookings.trade_id)`;

/** The name of an emergency's trade; null: nobody could tell, or it is none. */
export const tradeName = trade.as("trade_name");

/** What was booked, as people read it: "Emergency Service (Plumbing)". */
export const bookedServiceName = sql<string>`services.name || coalesce(' (' || ${trade} || ')', '')`.as(
  "service_name",
);

/** Which skills whoever is sent needs: an emergency's trade, if it is known, else every service of the visit. */
export const requiredSkills = sql<
  string[]
>`ARRAY(SELECT coalesce(bookings.trade_id, bookings.service_id) UNION SELECT booking_lines.service_id FROM booking_lines
  WHERE booking_lines.booking_id = bookings.id AND NOT bookings.emergency)`.as("skills");
