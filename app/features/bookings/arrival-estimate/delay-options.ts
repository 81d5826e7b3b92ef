/** How much later a technician says that they arrive, with one tap on the way, in minutes. */
export const delayOptions = [15, 30] as const;
export type DelayMinutes = (typeof delayOptions)[number];
