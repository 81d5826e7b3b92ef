import { sql } from "kysely";

/** Due time of the active response target; null without one. Must equal the expression of its index. */
export const responseDueAt = sql<Date | null>`response_due_at(bookings.state, bookings.emergency,
  bookings.requested_at, bookings.responded_at, bookings.contact_due_at)`;
