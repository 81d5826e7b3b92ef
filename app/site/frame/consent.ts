import { useSyncExternalStore } from "react";
import { type Consent, readConsent, saveConsent } from "~/features/website/web-tracking/consent";

/** The visitor's consent to analytics tags; "unread" until local storage was read. */
let consent: Consent | null | "unread" = "unread";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Consent | null {
  if (consent === "unread") consent = readConsent();
  return consent;
}

/** Null until the visitor has answered. */
export function useConsent(): Consent | null | "unread" {
  return useSyncExternalStore<Consent | null | "unread">(subscribe, read, () => "unread");
}

export function decideConsent(analytics: boolean): void {
  consent = saveConsent(analytics);
  for (const listener of listeners) listener();
}
