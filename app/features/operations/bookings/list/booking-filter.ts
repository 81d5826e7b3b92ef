import type { BookingState, LiveVisitState } from "../booking";

/** Instant that the dates filter on. */
export const filterDates = ["visit", "received", "arrived", "finished"] as const;

export const NO_AREA = "none";

/**
 * Response targets. `answer` and `arrival` match met and missed ones; open requests past their target count
 * as missed.
 */
export const filterTargets = [
  "answer",
  "answer-met",
  "answer-missed",
  "arrival",
  "arrival-met",
  "arrival-missed",
] as const;
export type FilterTarget = (typeof filterTargets)[number];

export const filterStages = ["sent", "accepted", "completed"] as const;

/**
 * `-`: descending. `due` sorts by active response target, then the others newest first; unassigned work by the time
 * when it needs its technician. Default: newest request first.
 */
export const bookingSorts = ["received", "-received", "visit", "-visit", "due", "-due"] as const;

/** Absent fields do not filter. `from` and `to` are Dubai days, both included. */
export interface BookingFilter {
  /** Part of a reference, name, phone, email or address. */
  search?: string;
  state?: BookingState;
  service?: string;
  /** Area of the booking's address, or NO_AREA. */
  area?: string;
  technician?: string;
  emergency?: "yes";
  awaitingArrival?: "yes";
  /** State of a visit on the given dates and of the given technician. */
  visit?: LiveVisitState;
  unassigned?: "yes";
  overdue?: "yes";
  /** Work on hold that is expected to continue today or was expected earlier. */
  onHold?: "due";
  /** Limits the list to contract visits that are due this week. */
  contract?: "week";
  target?: FilterTarget;
  stage?: (typeof filterStages)[number];
  /** Needed a return visit within 30 days. */
  callback?: "yes";
  from?: string;
  to?: string;
  /** Dubai weekday (1 Monday to 7 Sunday) and hour (0 to 23) of the filtered instant. */
  weekday?: string;
  hour?: string;
  dates?: (typeof filterDates)[number];
}

export interface BookingListParams extends BookingFilter {
  sort?: (typeof bookingSorts)[number];
}
