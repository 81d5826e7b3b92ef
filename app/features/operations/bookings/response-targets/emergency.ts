import type { BookingState } from "../booking";

/** Older emergencies are treated as forgotten requests, so that they trigger no alerts. */
export const EMERGENCY_MAX_AGE_MIN = 24 * 60;

export const undispatchedStates: readonly BookingState[] = ["requested", "confirmed"];

export function isUndispatched(state: BookingState): boolean {
  return undispatchedStates.includes(state);
}
