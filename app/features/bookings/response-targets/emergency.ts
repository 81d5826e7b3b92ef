import type { BookingState } from "../booking";

/** What a booking knows of being an emergency (docs/domain.md, "Emergencies"). Pure. */

/** Whatever is older is no emergency any more, but a request that somebody forgot to answer. */
export const EMERGENCY_MAX_AGE_MIN = 24 * 60;

/** The states of an emergency that nobody has been sent to yet. */
export const undispatchedStates: readonly BookingState[] = ["requested", "confirmed"];

/** Nobody has been sent to it yet. */
export function isUndispatched(state: BookingState): boolean {
  return undispatchedStates.includes(state);
}
