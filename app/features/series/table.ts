import type { Generated } from "kysely";
import type { EndedBy, Rhythm } from "./rhythm";

interface SeriesRow {
  id: Generated<string>;
  version: Generated<number>;
  rhythm: Rhythm;
  /** The time of day that is wished for. */
  at_time: string;
  anchor_number: number;
  anchor_day: string;
  /** The next one that is not booked yet. */
  next_number: number;
  next_day: string;
  begun_at: Date;
  ended_at: Generated<Date | null>;
  ended_by: Generated<EndedBy | null>;
}

interface SeriesBookingRow {
  series_id: string;
  number: number;
  booking_id: string;
}

declare module "~/platform/database/tables" {
  interface Tables {
    visit_series: SeriesRow;
    series_bookings: SeriesBookingRow;
  }
}
