import { m } from "~/paraglide/messages";
import type { BookingState, ContactChannel, TimelineEntry, VisitState } from "./booking";

/** States of bookings and of visits that began. */
export type DisplayedState = BookingState | "handed_over";

const stateLabels: Record<DisplayedState, () => string> = {
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
  handed_over: m.booking_state_handed_over,
};

export function labelForState(state: DisplayedState): string {
  return stateLabels[state]();
}

export function labelForVisitState(state: VisitState): string {
  return state === "held" ? m.booking_visit_held() : stateLabels[state]();
}

const timelineEntryLabels: Record<TimelineEntry, () => string> = {
  request: m.booking_entry_request,
  import: m.booking_entry_import,
  confirm: m.booking_entry_confirm,
  undoConfirm: m.booking_entry_undo_confirm,
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
  handOver: m.booking_entry_hand_over,
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
  setContinuationDate: m.booking_entry_set_continuation_date,
  delay: m.booking_entry_delay,
  confirmVisit: m.booking_entry_confirm_visit,
  planDays: m.booking_entry_plan_days,
};

export function labelForTimelineEntry(entry: TimelineEntry): string {
  return timelineEntryLabels[entry]();
}

export function labelForContact(channel: ContactChannel): string {
  return {
    call: m.booking_contact_call,
    whatsapp: m.booking_contact_whatsapp,
    email: m.booking_contact_email,
  }[channel]();
}
