import type { Generated } from "kysely";
import type { EndedBy, RecurrenceInterval } from "./recurrence";

interface RecurringBookingRow {
  id: Generated<string>;
  version: Generated<number>;
  recurrence_interval: RecurrenceInterval;
  /** HH:mm, Asia/Dubai. */
  start_time: string;
  anchor_number: number;
  anchor_day: string;
  /** The first visit that is not booked yet. */
  next_number: number;
  next_day: string;
  /** Null if any technician may come. */
  preferred_technician_id: Generated<string | null>;
  started_at: Date;
  /** Consecutive failures. */
  failures: Generated<number>;
  retry_at: Generated<Date | null>;
  /** Set after the last attempt; the office takes over. */
  gave_up_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  ended_by: Generated<EndedBy | null>;
}

interface OccurrenceRow {
  recurring_booking_id: string;
  number: number;
  booking_id: string;
}

declare module "~/platform/database/tables" {
  interface Tables {
    recurring_bookings: RecurringBookingRow;
    recurring_booking_visits: OccurrenceRow;
  }
}
