import { sql } from "kysely";

/** When the running response target of a booking is due, as its index has it; null where no clock runs. */
export const responseDueAt = sql<Date | null>`response_due_at(bookings.state, bookings.emergency,
  bookings.requested_at, bookings.responded_at, bookings.contact_due_at)`;
