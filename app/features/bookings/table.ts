import type { Generated, JSONColumnType } from "kysely";
import type { Address } from "../forms/schema";
import type { BookingLine } from "../pricing/booking-price";
import type { BookingState } from "./booking";
import type { KnownBooking } from "./corrections/correction";
import type { BookingFilter } from "./list/booking-filter";

interface BookingRow {
  id: string;
  reference: string;
  state: BookingState;
  version: Generated<number>;
  service_id: string;
  emergency: boolean;
  /** Of an emergency; null: nobody could tell. */
  trade_id: Generated<string | null>;
  customer_id: string;
  property_id: string;
  user_id: string | null;
  contact_name: string;
  /** Null: somebody called who has none. */
  contact_email: string | null;
  contact_phone: string;
  address: string;
  address_parts: JSONColumnType<Address>;
  area: string;
  message: string;
  /** In which it was asked for, as locale.ts names it. */
  language: Generated<string>;
  preferred_date: string | null;
  preferred_time: string | null;
  /** The sum of its lines; null: all of it by survey. */
  estimate_fils: number | null;
  requested_at: Date;
  /** Null: nothing was promised to whoever called. */
  contact_due_at: Date | null;
  /** The technician whom the customer would have again; a wish alone. */
  asked_for: Generated<string | null>;
  /** The booking whose work is put right under the warranty. */
  revisit_of: Generated<string | null>;
  /** Null: as long as its service. */
  duration_min: Generated<number | null>;
  buffer_min: Generated<number | null>;
  /** How many people the work takes: each of its visits begins with it. */
  hands: Generated<number>;
  /** How often its mailed link was ended. */
  link_no: Generated<number>;
  responded_at: Date | null;
  acknowledged_at: Date | null;
  dispatched_at: Date | null;
  arrived_at: Date | null;
  unacknowledged_told_at: Date | null;
  not_arrived_told_at: Date | null;
  /** When the mailed link was opened. */
  contact_confirmed_at: Generated<Date | null>;
  /** When its time was given back unconfirmed. */
  hold_ended_at: Generated<Date | null>;
}

interface UnconfirmedHoldRow {
  visit_id: string;
  network: string;
  mailbox: string;
  ends_at: Date;
}

interface BookingLineRow {
  booking_id: string;
  position: number;
  kind: BookingLine["kind"];
  service_id: string;
  price_id: string | null;
  item: string | null;
  name: string;
  mode: BookingLine["mode"];
  unit: string;
  quantity: number;
  unit_fils: number | null;
  next_fils: number | null;
  percent: number | null;
  gross_fils: number | null;
  /** What of it a contract pays, and which. */
  covered_fils: Generated<number>;
  contract_id: Generated<string | null>;
}

interface BookingMoveRow {
  id: Generated<number>;
  booking_id: string;
  move: string;
  from_state: BookingState | null;
  to_state: BookingState;
  from_version: number;
  reason: string | null;
  detail: JSONColumnType<Record<string, unknown>>;
  actor_id: string | null;
  actor_role: string;
  actor_name: string | null;
  at: Date;
}

/** What somebody has still to be told of a visit (pending-notifications.server.ts). */
interface PendingVisitNotificationRow {
  visit_id: string;
  /** Whom; null: the customer. */
  technician_id: string | null;
  known_starts_at: Date | null;
  known_technician_id: string | null;
  confirms: boolean;
  due_at: Date | null;
  going_out: boolean;
  /** Told on the office's word only. */
  held_back: boolean;
}

interface PendingCorrectionNotificationRow {
  booking_id: string;
  known: JSONColumnType<KnownBooking>;
  due_at: Date;
}

interface BookingPhotoRow {
  booking_id: string;
  position: number;
  file_id: string;
}

interface ImportedBookingRow {
  source: string;
  reference: string;
  booking_id: string;
}

interface BookingFilterRow {
  id: Generated<string>;
  user_id: string;
  name: string;
  filter: JSONColumnType<BookingFilter>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    bookings: BookingRow;
    booking_lines: BookingLineRow;
    booking_moves: BookingMoveRow;
    unconfirmed_holds: UnconfirmedHoldRow;
    days_held_full: { day: string; at: Date };
    visit_news: PendingVisitNotificationRow;
    correction_news: PendingCorrectionNotificationRow;
    booking_photos: BookingPhotoRow;
    imported_bookings: ImportedBookingRow;
    booking_filters: BookingFilterRow;
  }
}
