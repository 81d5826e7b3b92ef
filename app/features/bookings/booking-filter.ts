import type { BookingState, LiveVisitState } from "./booking";

/** Which day of a booking the dates of a filter are about: when somebody goes, or when it was asked for. */
export const filterDates = ["visit", "received"] as const;

/** The orders of the list that are asked for by name, `-`: the last first; without one, the newest request comes first. */
export const bookingSorts = ["received", "visit", "-visit"] as const;

/** What the office's list is narrowed down to; what is absent narrows nothing. Days are Dubai's, both included. */
export interface BookingFilter {
  /** Part of a reference, name, phone in any writing, email or address. */
  search?: string;
  state?: BookingState;
  service?: string;
  /** As it is written on the booking. */
  area?: string;
  /** Whose visits, by id. */
  technician?: string;
  emergency?: "yes";
  /** An emergency to which nobody has come yet. */
  clock?: "yes";
  /** With a visit that stands so; on the days and by the technician that are asked for. */
  visit?: LiveVisitState;
  /** Agreed on, and nobody is sent. */
  unassigned?: "yes";
  /** A visit's time is over, and nobody set out. */
  unmade?: "yes";
  from?: string;
  to?: string;
  dates?: (typeof filterDates)[number];
}

/** A list of bookings: which, and in which order. */
export interface BookingWish extends BookingFilter {
  sort?: (typeof bookingSorts)[number];
}
