import { m } from "~/paraglide/messages";
import type { CsvCell } from "~/platform/lists/csv";
import { groupPhone } from "~/platform/text/phone";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { labelForState } from "../labels";
import type { BookingRow } from "./views";

export function exportHeaders(): string[] {
  return [
    m.office_bookings_col_reference(),
    m.office_bookings_col_state(),
    m.office_bookings_col_service(),
    m.office_bookings_export_emergency(),
    m.office_bookings_col_customer(),
    m.office_bookings_export_phone(),
    m.office_bookings_export_email(),
    m.office_bookings_col_area(),
    m.office_bookings_col_received(),
    m.office_bookings_export_responded(),
    m.office_bookings_col_visit(),
    m.office_bookings_col_technician(),
    m.office_bookings_continue_on(),
  ];
}

export function exportRow(booking: BookingRow): CsvCell[] {
  return [
    booking.reference,
    labelForState(booking.state),
    booking.serviceName,
    booking.emergency ? m.office_bookings_export_yes() : m.office_bookings_export_no(),
    booking.customerName,
    // Without the plus, because spreadsheets would parse a formula.
    groupPhone(booking.phone).slice(1),
    booking.email,
    placeInReaderLanguage(booking.area),
    spreadsheetTime(booking.requestedAt),
    spreadsheetTime(booking.respondedAt),
    spreadsheetTime(booking.startsAt),
    booking.technicianName,
    booking.continueOn,
  ];
}

/** "2026-11-24 10:00" in Asia/Dubai, a format that spreadsheets recognize and sort. */
function spreadsheetTime(instant: string | null): string | null {
  if (!instant) return null;
  const at = new Date(instant);
  return `${dubaiDate(at)} ${dubaiTime(at)}`;
}
