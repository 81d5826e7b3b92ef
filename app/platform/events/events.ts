/**
 * All events, by name, with their data. Each feature adds its own in its rule file (`booking.ts` …) with
 * `declare module "./events" { interface Events { "booking.requested": { … } } }`.
 * Names are past tense, `subject.happened`; data holds ids and what the record no longer tells, no personal data.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging.
export interface Events {}

export type EventType = keyof Events & string;

declare const silent: unique symbol;

/**
 * The data of an event from which nothing follows: it stands in the trail, and open pages hear that something changed. It needs no line in
 * app/reactions.server.ts, and can have none.
 */
export type Silent<Data = Record<never, never>> = Data & { readonly [silent]?: never };

/** The events from which something follows. */
export type ReactedType = {
  [Type in EventType]: typeof silent extends keyof Events[Type] ? never : Type;
}[EventType];

/**
 * What open pages are told of: an event's subject. `booking.requested` is of the topic `booking`. Of `visit` the database
 * tells the phones of those whom a visit, or the question who makes it, is about; of `long-work` whoever has work done in the background;
 * of `mail` the office when one waits, went out or failed.
 */
export type Topic =
  | (EventType extends `${infer Subject}.${string}` ? Subject : never)
  | "visit"
  | "long-work"
  | "mail";

export function topicOf(eventType: string): string {
  return eventType.split(".", 1)[0] ?? eventType;
}

/** What open pages are told when they may have missed something. */
export const ANY_TOPIC = "*";
