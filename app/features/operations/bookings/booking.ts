import type { ProofOfWorkChallenge } from "~/platform/auth/captcha";
import type { Silent } from "~/platform/events/events";
import { addDays, dubaiDate } from "~/platform/time";
import type { Conflict } from "../scheduling/slots";
/**
 * The state machine of a booking and its timeline (docs/domain.md, "Bookings"). Pure: callers pass the time.
 */

export const bookingStates = [
  "requested",
  "confirmed",
  "declined",
  "cancelled",
  "scheduled",
  "en_route",
  "on_site",
  "no_access",
  "on_hold",
  "work_done",
  "completed",
  "closed",
] as const;
export type BookingState = (typeof bookingStates)[number];

export const terminalStates: readonly BookingState[] = ["declined", "cancelled", "completed", "closed"];

/** Confirmed work that waits for a visit: unassigned if no technician is planned. */
export const acceptedStates = ["confirmed", "on_hold", "no_access"] as const satisfies BookingState[];

export const unassignedQueueStates: readonly BookingState[] = ["requested", ...acceptedStates];

/** Visits that occupy their time range, as the column `visits.live` defines it. */
export const liveVisitStates = ["held", "scheduled", "en_route", "on_site", "on_hold", "work_done"] as const;
export type LiveVisitState = (typeof liveVisitStates)[number];

/** `held` reserves a time range for an unconfirmed request, or for confirmed work without a technician. */
export const visitStates = [...liveVisitStates, "no_access", "handed_over", "cancelled"] as const;
export type VisitState = (typeof visitStates)[number];

export interface VisitFacts {
  state: VisitState;
  startsAt: Date;
}

export type ActingRole = "customer" | "technician" | "office";

interface TransitionRule {
  from: readonly BookingState[];
  to: BookingState;
  by: readonly ActingRole[];
  reason?: true;
}

export const transitions = {
  confirm: { from: ["requested"], to: "confirmed", by: ["office"] },
  /** Until the customer is notified of the confirmation. */
  undoConfirm: { from: ["confirmed", "scheduled"], to: "requested", by: ["office"] },
  decline: { from: ["requested"], to: "declined", by: ["office"], reason: true },
  cancel: {
    from: ["requested", "confirmed", "scheduled", "on_hold"],
    to: "cancelled",
    by: ["office", "customer"],
  },
  assign: {
    from: ["confirmed", "scheduled", "on_hold", "work_done", "no_access"],
    to: "scheduled",
    by: ["office"],
  },
  unassign: { from: ["scheduled"], to: "confirmed", by: ["office"] },
  depart: { from: ["scheduled"], to: "en_route", by: ["technician", "office"] },
  arrive: { from: ["en_route"], to: "on_site", by: ["technician", "office"] },
  undoDepart: { from: ["en_route"], to: "scheduled", by: ["technician", "office"] },
  undoArrive: { from: ["on_site"], to: "en_route", by: ["technician", "office"] },
  reportNoAccess: { from: ["en_route"], to: "no_access", by: ["technician", "office"] },
  hold: { from: ["on_site"], to: "on_hold", by: ["technician", "office"], reason: true },
  finishWork: { from: ["on_site"], to: "work_done", by: ["technician", "office"] },
  handOver: {
    from: ["en_route", "on_site"],
    to: "confirmed",
    by: ["technician", "office"],
    reason: true,
  },
  complete: { from: ["work_done"], to: "completed", by: ["office"] },
  close: { from: ["no_access"], to: "closed", by: ["office"] },
} as const satisfies Record<string, TransitionRule>;

export type Transition = keyof typeof transitions;
export const transitionNames = Object.keys(transitions) as Transition[];

/** Offered on a booking. Undo belongs to the dispatch board, handover to the reassignment. */
export type OfferedTransition = Exclude<Transition, "undoConfirm" | "handOver">;
export const offeredTransitions = transitionNames.filter(
  (transition): transition is OfferedTransition => transition !== "undoConfirm" && transition !== "handOver",
);
/** `assign` needs a technician and a time, so it has a command of its own. */
export type PlainTransition = Exclude<OfferedTransition, "assign">;

interface TimelineRule {
  visibleToCustomer: boolean;
  /** Earlier taps of the technician are returned, because they refer to outdated work. */
  affectsTechnician: boolean;
}

const timelineEvents = {
  request: { visibleToCustomer: true, affectsTechnician: true },
  import: { visibleToCustomer: true, affectsTechnician: true },
  reschedule: { visibleToCustomer: true, affectsTechnician: true },
  resize: { visibleToCustomer: true, affectsTechnician: true },
  cancelVisit: { visibleToCustomer: true, affectsTechnician: true },
  expireHold: { visibleToCustomer: true, affectsTechnician: true },
  bookWarrantyVisit: { visibleToCustomer: true, affectsTechnician: true },
  correct: { visibleToCustomer: true, affectsTechnician: true },
  /** Only the contact or the message was corrected, so the work stays the same. */
  correctContact: { visibleToCustomer: true, affectsTechnician: false },
  note: { visibleToCustomer: false, affectsTechnician: false },
  contact: { visibleToCustomer: false, affectsTechnician: false },
  acknowledge: { visibleToCustomer: true, affectsTechnician: false },
  /** The lead's own work does not change when helpers come or go. */
  addHelper: { visibleToCustomer: true, affectsTechnician: false },
  removeHelper: { visibleToCustomer: true, affectsTechnician: false },
  setCrewSize: { visibleToCustomer: false, affectsTechnician: false },
  setContinuationDate: { visibleToCustomer: false, affectsTechnician: false },
  delay: { visibleToCustomer: true, affectsTechnician: false },
  /** The customer will be there. */
  confirmVisit: { visibleToCustomer: true, affectsTechnician: false },
  planDays: { visibleToCustomer: true, affectsTechnician: true },
  /** A paged technician declined the emergency. */
  declinePage: { visibleToCustomer: false, affectsTechnician: false },
} as const satisfies Record<string, TimelineRule>;

type TimelineEvent = keyof typeof timelineEvents;
export type TimelineEntry = Transition | TimelineEvent;
export const timelineEntries: readonly TimelineEntry[] = [
  ...transitionNames,
  ...(Object.keys(timelineEvents) as TimelineEvent[]),
];

function ruleOf(entry: string): TimelineRule {
  return entry in timelineEvents
    ? timelineEvents[entry as TimelineEvent]
    : { visibleToCustomer: true, affectsTechnician: true };
}

export function isVisibleToCustomer(entry: string): boolean {
  return ruleOf(entry).visibleToCustomer;
}

/** Changes that the undo of a confirmation reverts. */
const undoneWithConfirmation: readonly string[] = [
  "confirm",
  "assign",
  "unassign",
  "reschedule",
  "resize",
  "cancelVisit",
  "planDays",
  "addHelper",
  "removeHelper",
] satisfies TimelineEntry[];

/** Entries without undone confirmations, of which the customer was never notified. */
export function withoutUndoneConfirmations<
  Entry extends { event: string; fromVersion: number; detail: Record<string, unknown> },
>(entries: readonly Entry[]): Entry[] {
  const undone = entries.flatMap(({ event, fromVersion, detail }) =>
    event === "undoConfirm" ? [{ from: Number(detail.undoneFrom), to: fromVersion }] : [],
  );
  return entries.filter(
    ({ event, fromVersion }) =>
      event !== "undoConfirm" &&
      !(
        undoneWithConfirmation.includes(event) &&
        undone.some(({ from, to }) => from <= fromVersion && fromVersion < to)
      ),
  );
}

export function affectsTechnician(entry: string): boolean {
  return ruleOf(entry).affectsTechnician;
}

/** Counted from the request (docs/domain.md, "Response targets"). */
export const EMERGENCY_ARRIVAL_MIN = 120;

export type TransitionRefusal = "not-allowed" | "wrong-state" | "reason-required" | "too-late" | "not-today";

export interface TransitionAttempt {
  transition: Transition;
  state: BookingState;
  by: ActingRole;
  reason?: string;
  now: Date;
  visitStartsAt?: Date | null;
  /** Hours before the start (a setting). Required for customers. */
  cutOffHours?: number;
  confirmOtherDay?: boolean;
}

type Refused =
  | { ok: false; reason: Exclude<TransitionRefusal, "not-today"> }
  | { ok: false; reason: "not-today"; startsAt: Date };

export function validateTransition(attempt: TransitionAttempt): { ok: true; to: BookingState } | Refused {
  const rule: TransitionRule = transitions[attempt.transition];
  if (!rule.by.includes(attempt.by)) return { ok: false, reason: "not-allowed" };
  if (!rule.from.includes(attempt.state)) return { ok: false, reason: "wrong-state" };
  if (rule.reason && !attempt.reason?.trim()) return { ok: false, reason: "reason-required" };
  if (attempt.transition === "cancel" && attempt.by === "customer") {
    if (attempt.state === "on_hold") return { ok: false, reason: "not-allowed" };
    if (isTooLate(attempt)) return { ok: false, reason: "too-late" };
  }
  const { visitStartsAt: startsAt } = attempt;
  if (
    attempt.transition === "depart" &&
    startsAt &&
    !attempt.confirmOtherDay &&
    !isToday(startsAt, attempt.now)
  ) {
    return { ok: false, reason: "not-today", startsAt };
  }
  return { ok: true, to: rule.to };
}

export function hasExpiredHold(
  { state, holdExpiredAt }: { state: BookingState; holdExpiredAt: Date | null },
  visit: unknown,
): boolean {
  return holdExpiredAt !== null && state === "requested" && !visit;
}

/** The requested time was not held, so that it may be given to another customer. */
export function isTimeNotHeld(
  booking: {
    state: BookingState;
    emergency: boolean;
    preferredDate: string | null;
    preferredTime: string | null;
    holdExpiredAt: Date | null;
  },
  visit: unknown,
): boolean {
  const { state, emergency, preferredDate, preferredTime, holdExpiredAt } = booking;
  const asksForTime = preferredDate !== null && preferredTime !== null;
  return state === "requested" && !emergency && asksForTime && holdExpiredAt === null && !visit;
}

export function isToday(instant: Date, now: Date): boolean {
  return dubaiDate(instant) === dubaiDate(now);
}

/** Rescheduling changes no state. Emergencies have no slot to move. */
export function validateReschedule(
  attempt: Omit<TransitionAttempt, "transition" | "reason"> & { emergency: boolean },
): { ok: true } | { ok: false; reason: Exclude<TransitionRefusal, "not-today"> } {
  if (attempt.by === "technician") return { ok: false, reason: "not-allowed" };
  if (attempt.emergency || !["requested", "confirmed", "scheduled"].includes(attempt.state)) {
    return { ok: false, reason: "wrong-state" };
  }
  if (attempt.by === "customer" && isTooLate(attempt)) {
    return { ok: false, reason: "too-late" };
  }
  return { ok: true };
}

const underWay: readonly VisitState[] = ["en_route", "on_site"];
const planned: readonly VisitState[] = ["held", "scheduled"];

export function isPlanned({ state }: Pick<VisitFacts, "state">): boolean {
  return planned.includes(state);
}

export function isUnderWay<Visit extends Pick<VisitFacts, "state">>(
  visit: Visit,
): visit is Visit & { state: "en_route" | "on_site" } {
  return underWay.includes(visit.state);
}

/** Latest day on which work on hold may be expected to continue, in days from today. */
export const CONTINUATION_HORIZON_DAYS = 365;

/** `today`: Dubai day. Null for a day on which work on hold may be expected to continue. */
export function continuationProblem(day: string, today: string): "past" | "far" | null {
  if (day < today) return "past";
  return day > addDays(today, CONTINUATION_HORIZON_DAYS) ? "far" : null;
}

/** Shortest visit that continues a handed over one, in minutes. */
const MIN_REMAINING_MIN = 30;

/** Minutes of work that are left: all until the technician has arrived. */
export function remainingMinutes(
  { state, startsAt, endsAt }: VisitFacts & { endsAt: Date },
  now: Date,
): number {
  const from = state === "on_site" && now > startsAt ? now : startsAt;
  return Math.max(Math.ceil((endsAt.getTime() - from.getTime()) / 60_000), MIN_REMAINING_MIN);
}

export function currentVisit<Visit extends VisitFacts>(visits: readonly Visit[]): Visit | null {
  const inOrder = byStart(visits);
  return (
    inOrder.find(({ state }) => underWay.includes(state)) ??
    inOrder.find(({ state }) => planned.includes(state)) ??
    null
  );
}

/** States decided for the booking as a whole rather than derived from its visits. */
const bookingLevelStates: readonly BookingState[] = [
  "requested",
  "declined",
  "cancelled",
  "completed",
  "closed",
];

/**
 * Work under way wins over planned work, and planned work over past work: a second planned visit makes a
 * booking scheduled again.
 */
export function deriveBookingState(state: BookingState, visits: readonly VisitFacts[]): BookingState {
  if (bookingLevelStates.includes(state)) return state;
  const has = (wanted: VisitState) => visits.some((visit) => visit.state === wanted);
  if (has("on_site")) return "on_site";
  if (has("en_route")) return "en_route";
  if (has("scheduled")) return "scheduled";
  if (has("held")) return "confirmed";
  switch (byStart(visits).findLast((visit) => visit.state !== "cancelled")?.state) {
    case "on_hold":
      return "on_hold";
    case "work_done":
      return "work_done";
    case "no_access":
      return "no_access";
    default:
      return "confirmed";
  }
}

function byStart<Visit extends VisitFacts>(visits: readonly Visit[]): Visit[] {
  return [...visits].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

export type VisitChange = "place" | "resize" | "unassign" | "cancel";

/** `visit`: state of the changed visit; null for a new one. */
export function validateVisitChange(attempt: {
  change: VisitChange;
  by: ActingRole;
  state: BookingState;
  visit: VisitState | null;
}): { ok: true } | { ok: false; reason: Exclude<TransitionRefusal, "not-today"> } {
  const { change, by, state, visit } = attempt;
  if (by !== "office") return { ok: false, reason: "not-allowed" };
  if (state !== "requested" && bookingLevelStates.includes(state))
    return { ok: false, reason: "wrong-state" };
  const open = visit === null ? change === "place" : planned.includes(visit);
  // An overrun may be resized while under way, because it blocks the technician's next visit.
  if (open || (change === "resize" && visit && underWay.includes(visit))) return { ok: true };
  return { ok: false, reason: "wrong-state" };
}

export function isPastCutOff({
  visitStartsAt,
  now,
  cutOffHours,
}: Pick<TransitionAttempt, "visitStartsAt" | "now" | "cutOffHours">): boolean {
  if (!visitStartsAt) return false;
  if (cutOffHours === undefined) throw new Error("A customer's change was checked without the cut-off");
  return visitStartsAt.getTime() - now.getTime() < cutOffHours * 3_600_000;
}

type TransitionState = Omit<TransitionAttempt, "transition" | "by" | "reason">;

/** The cut-off protects confirmed work only, so requests can be changed and cancelled at any time. */
function isTooLate(attempt: TransitionState): boolean {
  return attempt.state !== "requested" && isPastCutOff(attempt);
}

/** True also without a reason, because the form asks for it afterwards. */
export function isTransitionAvailable(
  transition: Transition,
  by: ActingRole,
  booking: TransitionState,
): boolean {
  const attempt = { ...booking, transition, by, reason: "required later", confirmOtherDay: true };
  return validateTransition(attempt).ok;
}

export function availableTransitions(by: ActingRole, booking: TransitionState): OfferedTransition[] {
  return offeredTransitions.filter((transition) => isTransitionAvailable(transition, by, booking));
}

/** Progress of a visit as the technician reports it, in the order of the work. */
const visitProgress = [
  "depart",
  "arrive",
  "finishWork",
  "reportNoAccess",
  "undoDepart",
  "undoArrive",
] as const;
export type VisitProgress = (typeof visitProgress)[number];

/** Progress that the office can record for a visit in this state. */
export function availableVisitProgress(state: VisitState): VisitProgress[] {
  return visitProgress.filter((transition) =>
    (transitions[transition].from as readonly string[]).includes(state),
  );
}

/** Correctable fields, in the order of the notification to the customer. */
export const workFields = ["service", "trade", "lines", "address", "duration"] as const;
export const correctedFields = [...workFields, "name", "phone", "email", "message"] as const;
export type CorrectedField = (typeof correctedFields)[number];

/** In terminal states only the contact and the message can be corrected. */
export function validateCorrection(attempt: {
  by: ActingRole;
  state: BookingState;
  fields: readonly CorrectedField[];
}): { ok: true } | { ok: false; reason: "not-allowed" | "wrong-state" } {
  if (attempt.by !== "office") return { ok: false, reason: "not-allowed" };
  if (!canCorrectWork(attempt.state) && attempt.fields.some(isWorkField)) {
    return { ok: false, reason: "wrong-state" };
  }
  return { ok: true };
}

export function isWorkField(field: CorrectedField): boolean {
  return workFields.some((workField) => workField === field);
}

export function canCorrectWork(state: BookingState): boolean {
  return !["declined", "cancelled", "completed", "closed"].includes(state);
}

export const contactChannels = ["call", "whatsapp", "email"] as const;
export type ContactChannel = (typeof contactChannels)[number];

declare module "~/platform/events/events" {
  interface Events {
    /**
     * `agreed`, `repeated`: the customer already knows of the booking from an offer, a contract or a
     * recurring booking.
     */
    "booking.requested": {
      emergency: boolean;
      held: boolean;
      agreed?: boolean;
      repeated?: boolean;
      preferredTechnicianId?: string;
    };
    /** `source`: the other program. Not notified. */
    "booking.imported": Silent<{ source: string; sourceReference: string }>;
    /**
     * `heldStartsAt`: start of the hold until then. `notifiedWithVisit`: the notification of the visit
     * includes the confirmation.
     */
    "booking.confirmed": { version: number; heldStartsAt: string | null; notifiedWithVisit: boolean };
    /** The request and its held visits are as before the confirmation. */
    "booking.confirmation-undone": Silent<{ version: number }>;
    "booking.declined": Record<never, never>;
    /** `inOneMail`: one email covers all bookings that were cancelled together. */
    /** `hadVisit`: a visit was planned or held. */
    "booking.cancelled": { inOneMail?: true; hadVisit?: boolean };
    /** `fromStartsAt`: previous start of the visit; null for a new visit. */
    "booking.technician-assigned": Silent<{
      visitId: string;
      technicianId: string;
      fromStartsAt: string | null;
    }>;
    "booking.technician-unassigned": Silent<{ visitId: string | null }>;
    "booking.helper-added": Silent<{ visitId: string; technicianId: string }>;
    "booking.helper-removed": Silent<{ visitId: string; technicianId: string }>;
    "booking.crew-size-changed": Silent<{ visitId?: string; crewSize: number }>;
    "booking.continuation-date-changed": Silent<{ continueOn: string | null }>;
    "booking.days-planned": Silent<{ startsAt: string; days: number }>;
    "booking.rescheduled": { visitId: string; fromStartsAt: string | null; toStartsAt: string };
    "booking.visit-resized": Silent<{ visitId: string; fromEndsAt: string; toEndsAt: string }>;
    "booking.visit-cancelled": Silent<{ visitId: string; startsAt: string }>;
    /** `technicianId`: recipient; null for the customer. */
    "booking.visit-notification-due": { visitId: string; technicianId: string | null };
    "booking.status-changed": { transition: Transition; to: BookingState; visitId: string | null };
    /** `minutes`: delay of this report; `laterMin`: total delay compared with the first estimate. */
    "booking.delayed": { visitId: string; minutes: number; laterMin: number };
    "booking.corrected": { version: number; fields: CorrectedField[]; repriced: boolean };
    /** `hasNewLink`: the former one was revoked. */
    "booking.correction-notification-due": {
      fields: CorrectedField[];
      repriced: boolean;
      hasNewLink?: boolean;
    };
    "booking.hold-confirmed": Silent;
    /** `confirmed`: the guest had confirmed the email, and the office did not answer. */
    "booking.hold-expired": { startsAt: string; confirmed: boolean };
    "booking.noted": Silent<{ version: number }>;
    "booking.contacted": Silent<{ channel: ContactChannel }>;
    "booking.warranty-visit-booked": Silent<{ warrantyBookingId: string }>;
    "booking.link-requested": Record<string, never>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "reason-required": unknown;
    "text-required": unknown;
    "wrong-state": unknown;
    "not-completed": unknown;
    /** An emergency cannot be corrected, because its response target counts from the request. */
    "emergency-not-correctable": unknown;
    "too-late": unknown;
    "not-today": { startsAt: Date };
    "visit-unknown": unknown;
    /** A confirmation cannot be undone after the customer was notified. */
    "customer-notified": unknown;
    /** `last`: the later change that prevents undo. */
    "changed-since": { last: { name: string; event: string; at: Date } };
    /** `holiday`: the business is closed on that day. */
    "slot-taken": {
      alternatives: readonly { date: string; time: string; free: number }[];
      holiday: { day: string; name: string } | null;
    };
    /** Too many holds of this guest, or emergencies of this network: another one requires the proof of work. */
    "captcha-required": {
      about: "hold" | "emergency";
      proofOfWork: ProofOfWorkChallenge;
      /** The proof of work that was sent is too small by now, or was used before. */
      retried: boolean;
    };
    /** Requests of guests hold their share of this day. `isNew`: may be sent again without a hold. */
    "time-not-held": { day: string; isNew: boolean };
    "already-booked": { reference: string };
    "technician-unknown": unknown;
    /** `who`: name of the busy crew member, unless it is the chosen technician. */
    "technician-busy": { who?: string };
    /** Only the office moves multi-day jobs. */
    "multi-day-locked": unknown;
    /** `busyDays`: the days on which a crew member has another visit. Nothing was changed. */
    "days-busy": { busyDays: readonly { day: string; technicianName: string }[] };
    "no-open-days": unknown;
    /** `holiday`: name of the public holiday on that day. */
    "technician-warning": { conflicts: readonly Conflict[]; holiday?: string | undefined };
    "unknown-service": unknown;
    "unknown-trade": unknown;
    "unknown-item": unknown;
    invoiced: unknown;
    /** `by`: the assigned technician; null if the emergency is over. */
    "emergency-assigned": { assignee: string | null };
    "unknown-photo": unknown;
    "unknown-former-technician": unknown;
    "security-wrong": unknown;
    "security-expired": unknown;
  }
}
