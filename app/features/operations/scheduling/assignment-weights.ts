/*
 * Weights for choosing a technician, in driving minutes: what each circumstance is worth when technicians or
 * times are compared. The lowest sum is best.
 */

/** One more visit on the day. */
export const VISIT_WEIGHT_MIN = 10;
/** One hour off the preferred time. */
export const HOUR_OFF_WEIGHT_MIN = 15;
/** Advantage of being on call in an emergency. */
export const ON_CALL_ADVANTAGE_MIN = 60;
/** Advantage of the preferred technician: more than any travel. */
export const PREFERRED_ADVANTAGE_MIN = 10_000;
/** Assumed travel from home or an unknown area. */
export const UNKNOWN_TRAVEL_MIN = 30;
/** Assumed travel from home to an emergency: half the arrival target. */
export const EMERGENCY_TRAVEL_FROM_HOME_MIN = 60;
