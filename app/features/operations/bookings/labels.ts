import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { formatClock, formatDay } from "~/platform/time";
import { formatMinutes, spellMinutes } from "~/ui/hooks/duration";
import type { BookingLine } from "../../core/pricing/booking-price";
import type { PriceMode } from "../../core/pricing/price";
import type { Conflict } from "../scheduling/slots";
import type { BookingState, ContactChannel, CorrectedField, TimelineEntry, VisitState } from "./booking";
import type { CorrectionView } from "./views";

export function labelForConflict(conflict: Conflict): string {
  return {
    inactive: m.booking_conflict_inactive,
    "no-skill": m.booking_conflict_no_skill,
    "certificate-expired": m.booking_conflict_certificate_expired,
    busy: m.booking_conflict_busy,
    "time-off": m.booking_conflict_time_off,
    "off-shift": m.booking_conflict_off_shift,
    holiday: m.booking_conflict_holiday,
    "midday-break": m.booking_conflict_midday_break,
    travel: m.booking_conflict_travel,
    "out-of-zone": m.booking_conflict_out_of_zone,
    past: m.booking_conflict_past,
  }[conflict]();
}

export function labelForConflicts(conflicts: readonly Conflict[]): string {
  return formatList(conflicts.map(labelForConflict));
}

/** 1 Monday to 7 Sunday. */
export const labelForWeekday = (weekday: number) => formatDay(`2026-06-0${weekday}`, "weekday");
/** Label of an hour from 0 to 23. */
export const labelForHour = (hour: number) => formatClock(`${String(hour).padStart(2, "0")}:00`);

const stateLabels: Record<BookingState, () => string> = {
  requested: m.booking_state_requested,
  confirmed: m.booking_state_confirmed,
  declined: m.booking_state_declined,
  cancelled: m.booking_state_cancelled,
  scheduled: m.booking_state_scheduled,
  en_route: m.booking_state_en_route,
  on_site: m.booking_state_on_site,
  no_access: m.booking_state_no_access,
  on_hold: m.booking_state_on_hold,
  work_done: m.booking_state_work_done,
  completed: m.booking_state_completed,
  closed: m.booking_state_closed,
};

export function labelForState(state: BookingState): string {
  return stateLabels[state]();
}

export function labelForVisitState(state: VisitState): string {
  return state === "held" ? m.booking_visit_held() : stateLabels[state]();
}

const timelineEntryLabels: Record<TimelineEntry, () => string> = {
  request: m.booking_entry_request,
  import: m.booking_entry_import,
  confirm: m.booking_entry_confirm,
  decline: m.booking_entry_decline,
  cancel: m.booking_entry_cancel,
  assign: m.booking_entry_assign,
  unassign: m.booking_entry_unassign,
  depart: m.booking_entry_depart,
  arrive: m.booking_entry_arrive,
  reportNoAccess: m.booking_entry_report_no_access,
  hold: m.booking_entry_hold,
  undoDepart: m.booking_entry_undo_depart,
  undoArrive: m.booking_entry_undo_arrive,
  finishWork: m.booking_entry_finish_work,
  complete: m.booking_entry_complete,
  close: m.booking_entry_close,
  reschedule: m.booking_entry_reschedule,
  resize: m.booking_entry_resize,
  cancelVisit: m.booking_entry_cancel_visit,
  expireHold: m.booking_entry_expire_hold,
  note: m.booking_entry_note,
  contact: m.booking_entry_contact,
  bookWarrantyVisit: m.booking_entry_book_warranty_visit,
  acknowledge: m.booking_entry_acknowledge,
  correct: m.booking_entry_correct,
  correctContact: m.booking_entry_correct_contact,
  declinePage: m.booking_entry_decline_page,
  addHelper: m.booking_entry_add_helper,
  removeHelper: m.booking_entry_remove_helper,
  setCrewSize: m.booking_entry_set_crew_size,
  delay: m.booking_entry_delay,
  planDays: m.booking_entry_plan_days,
};

export function labelForTimelineEntry(entry: TimelineEntry): string {
  return timelineEntryLabels[entry]();
}

interface Work {
  name: string;
  mode: PriceMode;
  quantity: number;
}

interface Line extends Work {
  kind: BookingLine["kind"];
  serviceId: string;
  serviceName: string;
  percent: number | null;
}

/** "3 × AC service", "AC call-out, 2 hours". */
export function labelForWork({ name, mode, quantity }: Work): string {
  if (mode === "hourly")
    return m.lines_hours({ name: bidiIsolate(name), hours: spellMinutes(quantity * 60) });
  return quantity === 1 ? name : m.lines_units({ name: bidiIsolate(name), quantity });
}

/** "Outside opening hours +25%"; names the service if the booking has several. */
export function labelForLine(line: Line, lines: readonly Line[]): string {
  if (line.kind === "work") return labelForWork(line);
  const percent = line.percent ?? 0;
  const surcharge =
    line.kind === "emergency-uplift" ? m.lines_emergency({ percent }) : m.lines_out_of_hours({ percent });
  const alone = lines.every(({ serviceId }) => serviceId === line.serviceId);
  return alone ? surcharge : m.lines_of_service({ surcharge, service: line.serviceName });
}

/** Amounts in fils that contracts cover, by contract reference. */
export function coveredByContract(
  lines: readonly { coveredFils: number; contractReference: string | null }[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { coveredFils, contractReference } of lines) {
    if (contractReference) sums.set(contractReference, (sums.get(contractReference) ?? 0) + coveredFils);
  }
  return sums;
}

/** Lists the corrected fields, for example "service and address". */
export function labelForCorrected(fields: readonly CorrectedField[]): string {
  const words: Record<CorrectedField, () => string> = {
    service: m.booking_corrected_service,
    trade: m.booking_corrected_trade,
    lines: m.booking_corrected_lines,
    address: m.booking_corrected_address,
    duration: m.booking_corrected_duration,
    name: m.booking_corrected_name,
    phone: m.booking_corrected_phone,
    email: m.booking_corrected_email,
    message: m.booking_corrected_message,
  };
  return formatList(fields.map((field) => words[field]()));
}

export function describeCorrection({ field, before, after }: CorrectionView) {
  const valueText = (value: string | number | null) => {
    if (value === null) return m.booking_corrected_none();
    if (typeof value === "string") return bidiIsolate(field === "phone" ? formatPhone(value) : value);
    return field === "price" ? formatMoney(value) : formatMinutes(value);
  };
  const what = field === "price" ? m.booking_corrected_price() : labelForCorrected([field]);
  return { what, before: valueText(before), after: valueText(after) };
}

export function labelForContact(channel: ContactChannel): string {
  return {
    call: m.booking_contact_call,
    whatsapp: m.booking_contact_whatsapp,
    email: m.booking_contact_email,
  }[channel]();
}

export function labelForSlotTaken(alternatives: readonly unknown[]): string {
  return alternatives.length > 0 ? m.booking_error_slot_taken() : m.booking_error_slot_taken_none();
}

export function labelForProofOfWork(dayFull: { day: string } | null): string {
  return dayFull
    ? m.booking_error_captcha_day({ day: formatDay(dayFull.day) })
    : m.booking_error_captcha_client();
}
