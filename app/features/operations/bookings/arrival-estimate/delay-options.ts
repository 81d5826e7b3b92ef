export const delayOptions = [15, 30] as const;
export type DelayMinutes = (typeof delayOptions)[number];
