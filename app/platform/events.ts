/**
 * All events, by name, with their data. Each feature adds its own in its rule file (`booking.ts` …) with
 * `declare module "~/platform/events" { interface Events { "booking.requested": { … } } }`.
 * Names are past tense, `subject.happened`; data holds ids and what the record no longer tells, no personal data.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Events {}

export type EventType = keyof Events & string;
