import { sendBeacon } from "~/platform/browser/beacon";
import { newKey } from "~/platform/browser/http-client";
import { anonymizePath } from "~/platform/pages/anonymize-path";
import { type CountedEvent, type EventDetails, type EventName, eventLimits } from "./events";

const SEND_AFTER_MS = 5_000;

/** Groups the events of this page load; never stored in the browser. */
const pageLoad = newKey();
const waiting: CountedEvent[] = [];
const listeners = new Set<(event: CountedEvent) => void>();
let sending: ReturnType<typeof setTimeout> | undefined;

/** Counts an event on the current page. */
export function count(name: EventName, details: EventDetails = {}): void {
  const event = { name, path: anonymizePath(window.location.pathname), details };
  waiting.push(event);
  for (const listener of listeners) listener(event);
  if (waiting.length >= eventLimits.batch) sendCounted();
  else sending ??= setTimeout(sendCounted, SEND_AFTER_MS);
}

/** Sends waiting events at once, because the page may be unloading. */
export function sendCounted(): void {
  clearTimeout(sending);
  sending = undefined;
  if (waiting.length === 0) return;
  sendBeacon("/api/events", { load: pageLoad, events: waiting.splice(0) });
}

/** Returns the function that unsubscribes. */
export function onCounted(listener: (event: CountedEvent) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
