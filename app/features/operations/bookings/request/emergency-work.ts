/** Proof of work for emergencies of one network (docs/domain.md, "Emergencies"). */

/** Length of the window in which the emergencies of a network count, in seconds. */
export const EMERGENCY_WINDOW_S = 600;

/** Difficulty of the first proof of work: up to 250 tries, a second on a phone. */
const FIRST_DOUBLINGS = -2;
const MAX_DOUBLINGS = 2;
/** Ten seconds on a phone that needs 4 ms for a try, a third of the speed of a laptop core (1.3 ms, measured). */
export const MAX_EMERGENCY_TRIES = 2_500;

/** `earlier`: emergencies of the network within the window. Null: no proof of work. */
export function emergencyDoublings(earlier: number, free: number): number | null {
  return earlier < free ? null : Math.min(FIRST_DOUBLINGS + earlier - free, MAX_DOUBLINGS);
}
