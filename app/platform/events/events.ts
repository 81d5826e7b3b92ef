/**
 * Features add events with `declare module "./events" { interface Events { "booking.requested": { … } } }`.
 * Names are past tense; data contains no personal data.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Events {}

export type EventType = keyof Events & string;

declare const silent: unique symbol;

/** Event without reactions (audit trail and live updates only). */
export type Silent<Data = Record<never, never>> = Data & { readonly [silent]?: never };

export type ReactedType = {
  [Type in EventType]: typeof silent extends keyof Events[Type] ? never : Type;
}[EventType];

/** Subject of an event. The database adds `visit`, `background-job` (background jobs) and `mail`. */
export type Topic =
  | (EventType extends `${infer Subject}.${string}` ? Subject : never)
  | "visit"
  | "background-job"
  | "mail";

export function topicOf(eventType: string): string {
  return eventType.split(".", 1)[0] ?? eventType;
}

/** Sent when notifications may have been missed. */
export const ANY_TOPIC = "*";
