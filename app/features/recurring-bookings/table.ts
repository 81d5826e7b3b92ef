import type { Generated } from "kysely";
import type { EndedBy, RecurrenceInterval } from "./recurrence";

interface RecurringBookingRow {
  id: Generated<string>;
  version: Generated<number>;
  rhythm: RecurrenceInterval;
  /** The time of day that is wished for. */
  at_time: string;
  anchor_number: number;
  anchor_day: string;
  /** The next one that is not booked yet. */
  next_number: number;
  next_day: string;
  /** The technician whom its customer would have each time; null: whoever is free. */
  asked_for: Generated<string | null>;
  begun_at: Date;
  /** How often its next visit could not be booked, one after the other. */
  failures: Generated<number>;
  /** When it is tried again. */
  retry_at: Generated<Date | null>;
  /** Since when it waits for the office rather than for another try. */
  stuck_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  ended_by: Generated<EndedBy | null>;
}

interface OccurrenceRow {
  series_id: string;
  number: number;
  booking_id: string;
}

declare module "~/platform/database/tables" {
  interface Tables {
    visit_series: RecurringBookingRow;
    series_bookings: OccurrenceRow;
  }
}
