import type { BookingState, LiveVisitState } from "../booking";

/** Which day of a booking the dates of a filter are about: when somebody goes, when it was asked for, when somebody came, or when its work was done. */
export const filterDates = ["visit", "received", "arrived", "finished"] as const;

/** The area of a booking whose address names none. */
export const NO_AREA = "none";

/** Whether a promise was kept; `answer` and `arrival` alone: kept or late. Late is also what still waits though its time is over. */
export const filterTargets = [
  "answer",
  "answer-met",
  "answer-missed",
  "arrival",
  "arrival-met",
  "arrival-missed",
] as const;
export type FilterTarget = (typeof filterTargets)[number];

/** How far it came from the website. */
export const filterStages = ["sent", "accepted", "completed"] as const;

/**
 * The orders of the list that are asked for by name, `-`: the last first; without one, the newest request comes first. By what is
 * due: the promises whose clock runs, then what has none, the newest first.
 */
export const bookingSorts = ["received", "-received", "visit", "-visit", "due", "-due"] as const;

/** What the office's list is narrowed down to; what is absent narrows nothing. Days are Dubai's, both included. */
export interface BookingFilter {
  /** Part of a reference, name, phone in any writing, email or address. */
  search?: string;
  state?: BookingState;
  service?: string;
  /** As it is written on the booking, or NO_AREA. */
  area?: string;
  /** Whose visits, by id. */
  technician?: string;
  emergency?: "yes";
  /** An emergency to which nobody has come yet. */
  awaitingArrival?: "yes";
  /** With a visit that stands so; on the days and by the technician that are asked for. */
  visit?: LiveVisitState;
  /** Agreed on, and nobody is sent. */
  unassigned?: "yes";
  /** A visit's time is over, and nobody set out. */
  overdue?: "yes";
  /** A visit of a contract that is to be made this week. */
  contract?: "week";
  target?: FilterTarget;
  stage?: (typeof filterStages)[number];
  /** The last finished work of it was come back to within 30 days. */
  callback?: "yes";
  from?: string;
  to?: string;
  /** Of the same instant as the dates, in Dubai: 1 Monday to 7 Sunday, and 0 to 23. */
  weekday?: string;
  hour?: string;
  dates?: (typeof filterDates)[number];
}

/** A list of bookings: which, and in which order. */
export interface BookingListParams extends BookingFilter {
  sort?: (typeof bookingSorts)[number];
}
