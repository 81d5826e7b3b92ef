/** Length of work in minutes: pure. */

/** Longest single visit; longer work takes several days. */
export const MAX_VISIT_MIN = 720;
/** Working minutes of each day of a multi-day job. */
export const WORKDAY_MIN = 480;
export const MAX_WORK_DAYS = 20;
export const MAX_WORK_MIN = MAX_WORK_DAYS * WORKDAY_MIN;

/** 1 if a single visit is enough. */
export function workDays(minutes: number): number {
  return minutes <= MAX_VISIT_MIN ? 1 : Math.ceil(minutes / WORKDAY_MIN);
}

/** Length of one visit of the work. */
export function visitMinutes(minutes: number): number {
  return minutes <= MAX_VISIT_MIN ? minutes : WORKDAY_MIN;
}
