import type { Generated, JSONColumnType } from "kysely";
import type { Address } from "../../core/forms/schema";
import type { BookingLine } from "../../core/pricing/booking-price";
import type { BookingState, TimelineEntry } from "./booking";
import type { KnownBooking } from "./corrections/correction";
import type { BookingFilter } from "./list/booking-filter";

interface BookingRow {
  id: string;
  reference: string;
  state: BookingState;
  version: Generated<number>;
  service_id: string;
  emergency: boolean;
  /** Emergencies only; null if the caller could not name the trade. */
  trade_id: Generated<string | null>;
  customer_id: string;
  property_id: string;
  user_id: string | null;
  contact_name: string;
  /** Null for phone bookings where the caller gave no email. */
  contact_email: string | null;
  contact_phone: string;
  address: string;
  address_parts: JSONColumnType<Address>;
  area: string;
  message: string;
  /** Language of the request, as named by locale.ts. */
  language: Generated<string>;
  preferred_date: string | null;
  preferred_time: string | null;
  /** Sum of the lines in fils; null if all of it is by survey. */
  estimate_fils: number | null;
  requested_at: Date;
  /** Null for phone bookings: the caller has been answered already. */
  contact_due_at: Date | null;
  preferred_technician_id: Generated<string | null>;
  warranty_of_id: Generated<string | null>;
  /** Duration in minutes; null if the default of the service applies. */
  duration_min: Generated<number | null>;
  buffer_min: Generated<number | null>;
  crew_size: Generated<number>;
  /** Version of the emailed link: incrementing it revokes earlier links. */
  link_version: Generated<number>;
  responded_at: Date | null;
  acknowledged_at: Date | null;
  dispatched_at: Date | null;
  arrived_at: Date | null;
  unacknowledged_notified_at: Date | null;
  not_arrived_notified_at: Date | null;
  contact_confirmed_at: Generated<Date | null>;
  hold_expired_at: Generated<Date | null>;
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
  next_hour_fils: number | null;
  percent: number | null;
  gross_fils: number | null;
  /** Part that the contract pays. */
  covered_fils: Generated<number>;
  contract_id: Generated<string | null>;
}

interface TimelineEntryRow {
  id: Generated<number>;
  booking_id: string;
  event: TimelineEntry;
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

/** Pending notification of a visit (pending-notifications.server.ts). */
interface PendingVisitNotificationRow {
  visit_id: string;
  /** Recipient; null for the customer. */
  technician_id: string | null;
  notified_starts_at: Date | null;
  notified_technician_id: string | null;
  confirms_booking: boolean;
  due_at: Date | null;
  queued: boolean;
  /** Sent only when the dispatcher triggers it. */
  manual: boolean;
}

interface PendingCorrectionNotificationRow {
  booking_id: string;
  notified_facts: JSONColumnType<KnownBooking>;
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
    timeline_entries: TimelineEntryRow;
    unconfirmed_holds: UnconfirmedHoldRow;
    fully_held_days: { day: string; filled_at: Date };
    pending_visit_notifications: PendingVisitNotificationRow;
    pending_correction_notifications: PendingCorrectionNotificationRow;
    booking_photos: BookingPhotoRow;
    imported_bookings: ImportedBookingRow;
    booking_filters: BookingFilterRow;
  }
}
