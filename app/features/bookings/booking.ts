import type { ProofOfWorkChallenge } from "~/platform/auth/captcha";
import type { Silent } from "~/platform/events/events";
import { dubaiDate } from "~/platform/time";
import type { Conflict } from "../scheduling/slots";
/**
 * A booking's life: its states, who may move it from where to where (docs/domain.md, "Bookings"), and what is told when
 * it moved. Pure: no database, no clock of its own.
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

/** Nothing more becomes of it. */
export const terminalStates: readonly BookingState[] = ["declined", "cancelled", "completed", "closed"];

/** States of work that is agreed on and waits for a visit: without anybody who goes it counts as unassigned. */
export const acceptedStates = ["confirmed", "on_hold", "no_access"] as const satisfies BookingState[];

/** States in which a booking that has nobody waits for somebody: the board's tray. */
export const unassignedQueueStates: readonly BookingState[] = ["requested", ...acceptedStates];

/** A visit that takes its time, as the database has it (`visits.live`): neither cancelled nor in vain. */
export const liveVisitStates = ["held", "scheduled", "en_route", "on_site", "on_hold", "work_done"] as const;
export type LiveVisitState = (typeof liveVisitStates)[number];

/** Visits carry the work. `held`: keeps a time, for a request that nobody has confirmed yet or without a technician. */
export const visitStates = [...liveVisitStates, "no_access", "cancelled"] as const;
export type VisitState = (typeof visitStates)[number];

/** Where a visit stands, and when it is or was planned for. */
export interface VisitFacts {
  state: VisitState;
  startsAt: Date;
}

export type ActingRole = "customer" | "technician" | "office";

interface TransitionRule {
  from: readonly BookingState[];
  to: BookingState;
  by: readonly ActingRole[];
  /** A typed reason is required. */
  reason?: true;
}

export const transitions = {
  confirm: { from: ["requested"], to: "confirmed", by: ["office"] },
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
  /** Tapped by mistake: nobody set out, or is there. */
  undoDepart: { from: ["en_route"], to: "scheduled", by: ["technician", "office"] },
  undoArrive: { from: ["on_site"], to: "en_route", by: ["technician", "office"] },
  reportNoAccess: { from: ["en_route"], to: "no_access", by: ["technician", "office"] },
  hold: { from: ["on_site"], to: "on_hold", by: ["technician", "office"], reason: true },
  finishWork: { from: ["on_site"], to: "work_done", by: ["technician", "office"] },
  complete: { from: ["work_done"], to: "completed", by: ["office"] },
  close: { from: ["no_access"], to: "closed", by: ["office"] },
} as const satisfies Record<string, TransitionRule>;

export type Transition = keyof typeof transitions;
/** Every move but `assign`, which needs to know whom and when. */
export type PlainTransition = Exclude<Transition, "assign">;
export const transitionNames = Object.keys(transitions) as Transition[];

interface TimelineRule {
  /** The customer reads it too. */
  visibleToCustomer: boolean;
  /** It is news to a technician on the way: what he tapped before he saw it is sent back to him. */
  affectsTechnician: boolean;
}

/** What stands in a booking's timeline besides its moves, which everybody reads and which concern the technician. */
const timelineEvents = {
  request: { visibleToCustomer: true, affectsTechnician: true },
  /** It came with a list of another program, as it stood there. */
  import: { visibleToCustomer: true, affectsTechnician: true },
  reschedule: { visibleToCustomer: true, affectsTechnician: true },
  resize: { visibleToCustomer: true, affectsTechnician: true },
  cancelVisit: { visibleToCustomer: true, affectsTechnician: true },
  /** A time that nobody confirmed was given back. */
  endHold: { visibleToCustomer: true, affectsTechnician: true },
  revisit: { visibleToCustomer: true, affectsTechnician: true },
  /** The office put right where, what or for how long the work is. */
  correct: { visibleToCustomer: true, affectsTechnician: true },
  /** It put right only whom to reach, or the customer's words: nobody has to go elsewhere for it. */
  correctContact: { visibleToCustomer: true, affectsTechnician: false },
  /** Written and logged by the office for itself. */
  note: { visibleToCustomer: false, affectsTechnician: false },
  contact: { visibleToCustomer: false, affectsTechnician: false },
  /** The office has seen the emergency. */
  acknowledge: { visibleToCustomer: true, affectsTechnician: false },
  /** Somebody helps at the visit, or no more; how many it takes. Whoever leads goes on with what he does. */
  join: { visibleToCustomer: true, affectsTechnician: false },
  leave: { visibleToCustomer: true, affectsTechnician: false },
  needHands: { visibleToCustomer: false, affectsTechnician: false },
  /** Whoever is on the way arrives later than expected. */
  delay: { visibleToCustomer: true, affectsTechnician: false },
  /** Its days were planned as one, or moved together. */
  plan: { visibleToCustomer: true, affectsTechnician: true },
  /** A technician on call who was asked to go to the emergency cannot. */
  passOn: { visibleToCustomer: false, affectsTechnician: false },
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

export function affectsTechnician(entry: string): boolean {
  return ruleOf(entry).affectsTechnician;
}

/** An emergency is met when the technician arrives within 120 minutes of its submission. */
export const EMERGENCY_ARRIVAL_MIN = 120;

export type TransitionRefusal = "not-allowed" | "wrong-state" | "reason-required" | "too-late" | "not-today";

export interface TransitionAttempt {
  move: Transition;
  state: BookingState;
  by: ActingRole;
  reason?: string;
  now: Date;
  /** When the booking's next visit starts, if a time is fixed. */
  visitStartsAt?: Date | null;
  /** How long before its start a customer can still change a visit, in hours (a setting); needed where a customer acts. */
  cutOffHours?: number;
  /** Whoever sets out has been asked, and means the visit although it is planned for another day. */
  anotherDay?: boolean;
}

type Refused =
  | { ok: false; reason: Exclude<TransitionRefusal, "not-today"> }
  | { ok: false; reason: "not-today"; startsAt: Date };

/** Whether a move may be made, and the state it leads to. */
export function validateTransition(attempt: TransitionAttempt): { ok: true; to: BookingState } | Refused {
  const rule: TransitionRule = transitions[attempt.move];
  if (!rule.by.includes(attempt.by)) return { ok: false, reason: "not-allowed" };
  if (!rule.from.includes(attempt.state)) return { ok: false, reason: "wrong-state" };
  if (rule.reason && !attempt.reason?.trim()) return { ok: false, reason: "reason-required" };
  if (attempt.move === "cancel" && attempt.by === "customer") {
    if (attempt.state === "on_hold") return { ok: false, reason: "not-allowed" };
    if (isTooLate(attempt)) return { ok: false, reason: "too-late" };
  }
  const { visitStartsAt: startsAt } = attempt;
  if (attempt.move === "depart" && startsAt && !attempt.anotherDay && !isToday(startsAt, attempt.now)) {
    return { ok: false, reason: "not-today", startsAt };
  }
  return { ok: true, to: rule.to };
}

/** Whether a booking waits without the time that was held for it, as nobody confirmed it. `visit`: what is placed for it. */
export function hasExpiredHold(
  { state, hold_ended_at }: { state: BookingState; hold_ended_at: Date | null },
  visit: unknown,
): boolean {
  return hold_ended_at !== null && state === "requested" && !visit;
}

/** Of Dubai's days. */
export function isToday(instant: Date, now: Date): boolean {
  return dubaiDate(instant) === dubaiDate(now);
}

/** Whether the visit may be moved to another slot, which changes no state. An emergency has no slot to move. */
export function validateReschedule(
  attempt: Omit<TransitionAttempt, "move" | "reason"> & { emergency: boolean },
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

export function isUnderWay({ state }: Pick<VisitFacts, "state">): boolean {
  return underWay.includes(state);
}

/** The visit that the next move is about: the one under way, else the first that is planned; null when there is none. */
export function currentVisit<Visit extends VisitFacts>(visits: readonly Visit[]): Visit | null {
  const inOrder = byStart(visits);
  return (
    inOrder.find(({ state }) => underWay.includes(state)) ??
    inOrder.find(({ state }) => planned.includes(state)) ??
    null
  );
}

/** States that are decided about the booking as a whole, whatever its visits do. */
const bookingLevelStates: readonly BookingState[] = [
  "requested",
  "declined",
  "cancelled",
  "completed",
  "closed",
];

/**
 * The state of a booking with these visits. What is under way counts before what is planned, and that before what was:
 * with a second appointment ahead, a booking whose first visit is done or on hold is scheduled again.
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

/** What is done with one visit: placed anew or moved, made longer or shorter, taken off its technician, called off. */
export type VisitChange = "place" | "resize" | "unassign" | "cancel";

/** Whether a change of one visit may be made. `visit`: its state; null: a new one is placed. */
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
  // Work that takes longer than planned keeps its technician from the next.
  if (open || (change === "resize" && visit && underWay.includes(visit))) return { ok: true };
  return { ok: false, reason: "wrong-state" };
}

/** True when a visit starts sooner than a customer must leave. */
export function isPastCutOff({
  visitStartsAt,
  now,
  cutOffHours,
}: Pick<TransitionAttempt, "visitStartsAt" | "now" | "cutOffHours">): boolean {
  if (!visitStartsAt) return false;
  if (cutOffHours === undefined) throw new Error("A customer's change was judged without the cut-off");
  return visitStartsAt.getTime() - now.getTime() < cutOffHours * 3_600_000;
}

/** The cut-off is for what was agreed: a mere request can be changed and withdrawn at any time. */
function isTooLate(attempt: Omit<TransitionAttempt, "move" | "by" | "reason">): boolean {
  return attempt.state !== "requested" && isPastCutOff(attempt);
}

/** The moves that somebody of this role can make from here, for buttons: the reason is asked for afterwards. */
export function availableTransitions(
  by: ActingRole,
  booking: Omit<TransitionAttempt, "move" | "by" | "reason">,
): Transition[] {
  return transitionNames.filter(
    (move) => validateTransition({ ...booking, move, by, reason: "given later", anotherDay: true }).ok,
  );
}

/** What of a booking the office can put right, in the order in which it is told. */
export const workFields = ["service", "trade", "lines", "address", "duration"] as const;
export const correctedFields = [...workFields, "name", "phone", "email", "message"] as const;
export type CorrectedField = (typeof correctedFields)[number];

/** Whether these can still be put right: of what is over, only whom to reach and what they wrote. */
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
  return workFields.some((one) => one === field);
}

/** Not where nothing more is done for it. */
export function canCorrectWork(state: BookingState): boolean {
  return !["declined", "cancelled", "completed", "closed"].includes(state);
}

/** How the office and a customer talk. */
export const contactChannels = ["call", "whatsapp", "email"] as const;
export type ContactChannel = (typeof contactChannels)[number];

declare module "~/platform/events/events" {
  interface Events {
    /** `agreed`, `repeated`: its customer was told of it before, with an offer or contract, or with the series that it belongs to.
     * `askedFor`: the technician whom they would have again. */
    "booking.requested": {
      emergency: boolean;
      held: boolean;
      agreed?: boolean;
      repeated?: boolean;
      preferredTechnicianId?: string;
    };
    /** It came with a list: `source` is the program that it was in, `former` what it was called there. Nobody is told. */
    "booking.imported": Silent<{ source: string; former: string }>;
    /** `heldStartsAt`: the time that was held for the customer until then. `gathers`: the customer hears of it with the visit that was placed in one go with it. */
    "booking.confirmed": { version: number; heldStartsAt: string | null; notifiedWithVisit: boolean };
    "booking.declined": Record<never, never>;
    /** `together`: its customer is told of all that was called off with it in one mail. */
    "booking.cancelled": { inOneMail?: true };
    /** `fromStartsAt`: when the visit was before; null: it is a new one. */
    "booking.technician-assigned": Silent<{
      visitId: string;
      technicianId: string;
      fromStartsAt: string | null;
    }>;
    "booking.technician-unassigned": Silent<{ visitId: string | null }>;
    /** Somebody helps at a visit, or no more. */
    "booking.helper-added": Silent<{ visitId: string; technicianId: string }>;
    "booking.helper-removed": Silent<{ visitId: string; technicianId: string }>;
    /** So many people a visit takes. */
    "booking.crew-size-changed": Silent<{ visitId?: string; crewSize: number }>;
    /** The days of the work were planned as one, or moved together; `startsAt`: the first of them. */
    "booking.days-planned": Silent<{ startsAt: string; days: number }>;
    "booking.rescheduled": { visitId: string; fromStartsAt: string | null; toStartsAt: string };
    "booking.visit-resized": Silent<{ visitId: string; fromEndsAt: string; toEndsAt: string }>;
    "booking.visit-cancelled": Silent<{ visitId: string; startsAt: string }>;
    /** Somebody is told of a visit: the customer (null), or a technician. */
    "booking.visit-notification-due": { visitId: string; technicianId: string | null };
    "booking.status-changed": { move: Transition; to: BookingState; visitId: string | null };
    /** Whoever is on the way says that they arrive so many minutes later; `laterMin`: than was to be expected at first, in all. */
    "booking.delayed": { visitId: string; minutes: number; laterMin: number };
    /** `repriced`: its price is another. What it was and is stands in the trail's values. */
    "booking.corrected": { version: number; fields: CorrectedField[]; repriced: boolean };
    /** The customer is told what was put right since they were last told. */
    "booking.correction-notification-due": { fields: CorrectedField[]; repriced: boolean };
    /** The mailed link was opened: what is held stays held. */
    "booking.hold-confirmed": Silent;
    /** Its time was given back, as nobody had confirmed it. */
    "booking.hold-expired": { startsAt: string };
    /** The office wrote something down for itself. */
    "booking.noted": Silent<{ version: number }>;
    /** The office reached out to the customer, or was called. */
    "booking.contacted": Silent<{ channel: ContactChannel }>;
    /** Its work is put right by another booking. */
    "booking.warranty-visit-booked": Silent<{ warrantyBookingId: string }>;
    /** Somebody lost the mail with the link to follow it. */
    "booking.link-requested": Record<string, never>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "reason-required": unknown;
    "words-required": unknown;
    "wrong-state": unknown;
    "not-completed": unknown;
    /** Its clock runs from the beginning: another booking is made. */
    "emergency-stays": unknown;
    "too-late": unknown;
    /** Whoever sets out is asked whether the visit of another day is meant. */
    "not-today": { startsAt: Date };
    "visit-unknown": unknown;
    /** It cannot be undone: whose change stands there since. */
    "changed-since": { last: { name: string; move: string; at: Date } };
    /** The time has gone; what is free near it. */
    "slot-taken": { alternatives: readonly { date: string; time: string; free: number }[] };
    /** So many times are held unconfirmed: another one only for the work, which the answer brings. */
    "captcha-required": {
      proofOfWork: ProofOfWorkChallenge;
      /** Work was sent, but less than it takes by now, or once more. */
      again: boolean;
      /** It is for the day, whoever asks. */
      dayFull: { day: string } | null;
    };
    /** The same person has booked the same for the same time. */
    "already-booked": { reference: string };
    "technician-unknown": unknown;
    /** `who`: somebody else of those who come to the visit. */
    "technician-busy": { who?: string };
    /** The customer's work is planned over several days, which the office moves. */
    "plan-stays": unknown;
    /** Of the days of a plan nothing was changed: who has another visit when. */
    "days-taken": { taken: readonly { day: string; who: string }[] };
    /** So far ahead no such days are left. */
    "no-open-days": unknown;
    /** He can be sent with a typed reason only. */
    "technician-warning": { conflicts: readonly Conflict[] };
    "unknown-service": unknown;
    "unknown-trade": unknown;
    "unknown-item": unknown;
    /** What it costs stands on an invoice. */
    invoiced: unknown;
    /** Who goes to it; null: it is over. */
    "emergency-taken": { by: string | null };
    "unknown-photo": unknown;
    /** Whoever is asked for did no work for that customer, as far as the caller may know. */
    "never-visited": unknown;
    "security-wrong": unknown;
    "security-expired": unknown;
  }
}
