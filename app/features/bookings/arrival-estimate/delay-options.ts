/** Delays that a technician can report with one tap, in minutes. */
export const delayOptions = [15, 30] as const;
export type DelayMinutes = (typeof delayOptions)[number];
