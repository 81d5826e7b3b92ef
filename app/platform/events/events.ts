/**
 * All events by name with their data. Features add theirs in their rule file (`booking.ts` …) with `declare
 * module "./events" { interface Events { "booking.requested": { … } } }`. Names are past tense,
 * `subject.happened`. Data holds ids and facts that the record no longer has, but no personal data.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Events {}

export type EventType = keyof Events & string;

declare const silent: unique symbol;

/**
 * Data of an event without reactions (audit trail and live updates only). It must have no entry in
 * app/reactions.server.ts.
 */
export type Silent<Data = Record<never, never>> = Data & { readonly [silent]?: never };

export type ReactedType = {
  [Type in EventType]: typeof silent extends keyof Events[Type] ? never : Type;
}[EventType];

/**
 * Topics of live updates: the subject of an event, such as `booking` of `booking.requested`. The database
 * adds `visit` (phones of technicians concerned by a visit or an on-call page), `long-work` (background jobs)
 * and `mail` (a mail was queued, sent or failed).
 */
export type Topic =
  | (EventType extends `${infer Subject}.${string}` ? Subject : never)
  | "visit"
  | "long-work"
  | "mail";

export function topicOf(eventType: string): string {
  return eventType.split(".", 1)[0] ?? eventType;
}

/** Sent when notifications may have been missed. */
export const ANY_TOPIC = "*";
