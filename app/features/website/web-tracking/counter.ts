import { sendBeacon } from "~/platform/browser/beacon";
import { newKey } from "~/platform/browser/http-client";
import { anonymizePath } from "~/platform/pages/anonymize-path";
import { type CountedEvent, type EventDetails, type EventName, eventLimits } from "./events";

const SEND_AFTER_MS = 5_000;

/** Never stored in the browser. */
const pageLoad = newKey();
const pending: CountedEvent[] = [];
const listeners = new Set<(event: CountedEvent) => void>();
let sending: ReturnType<typeof setTimeout> | undefined;

export function count(name: EventName, details: EventDetails = {}): void {
  const event = { name, path: anonymizePath(window.location.pathname), details };
  pending.push(event);
  for (const listener of listeners) listener(event);
  if (pending.length >= eventLimits.batch) flushCounted();
  else sending ??= setTimeout(flushCounted, SEND_AFTER_MS);
}

/** Sends immediately, because the page may be unloading. */
export function flushCounted(): void {
  clearTimeout(sending);
  sending = undefined;
  if (pending.length === 0) return;
  sendBeacon("/api/events", { load: pageLoad, events: pending.splice(0) });
}

export function onCounted(listener: (event: CountedEvent) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
