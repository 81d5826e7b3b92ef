import { sendBeacon } from "~/platform/browser/beacon";
import { newKey } from "~/platform/browser/http-client";
import { countedPath } from "~/platform/pages/counted-path";
import { type CountedEvent, type EventDetails, type EventName, eventLimits } from "./events";

const SEND_AFTER_MS = 5_000;

/** Ties what happens on this load of a page together, and is forgotten with it. */
const pageLoad = newKey();
const waiting: CountedEvent[] = [];
const listeners = new Set<(event: CountedEvent) => void>();
let sending: ReturnType<typeof setTimeout> | undefined;

/** Counts something that happened on the page that is shown. */
export function count(name: EventName, details: EventDetails = {}): void {
  const event = { name, path: countedPath(window.location.pathname), details };
  waiting.push(event);
  for (const listener of listeners) listener(event);
  if (waiting.length >= eventLimits.batch) sendCounted();
  else sending ??= setTimeout(sendCounted, SEND_AFTER_MS);
}

/** Sends what waits, at once: the page may be about to go. */
export function sendCounted(): void {
  clearTimeout(sending);
  sending = undefined;
  if (waiting.length === 0) return;
  sendBeacon("/api/events", { load: pageLoad, events: waiting.splice(0) });
}

/** Returns the way to stop. */
export function onCounted(listener: (event: CountedEvent) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
