import { sql } from "kysely";
import type { Recurrence } from "./views";

/** Column for queries on `bookings`. Null if the booking does not recur. */
export const bookingRecurrence = sql<Recurrence>`(
  SELECT json_build_object('number', recurring_booking_visits.number, 'interval', recurring_bookings.recurrence_interval)
  FROM recurring_booking_visits JOIN recurring_bookings ON recurring_bookings.id = recurring_booking_visits.recurring_booking_id
  WHERE recurring_booking_visits.booking_id = bookings.id)`.as("recurrence");
