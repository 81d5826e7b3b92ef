/** A visitor's word on analytics tags (UAE Personal Data Protection Law), kept in their browser. */
export interface Consent {
  /** Of what was asked. */
  version: number;
  analytics: boolean;
  /** ISO 8601 */
  at: string;
}

/** Raised when what is asked for changes: everybody is asked again. */
const VERSION = 1;
const STORE = "consent";

/** What the visitor said; null when they have not been asked, or were asked for something else. */
export function readConsent(): Consent | null {
  try {
    const known = JSON.parse(localStorage.getItem(STORE) ?? "null") as Consent | null;
    if (known?.version === VERSION) return known;
  } catch {
    // No leave to read, or not ours: not asked.
  }
  // A browser that says it for its owner, on every site, has been asked (Global Privacy Control).
  if ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true) {
    return { version: VERSION, analytics: false, at: new Date().toISOString() };
  }
  return null;
}

export function saveConsent(analytics: boolean): Consent {
  const consent = { version: VERSION, analytics, at: new Date().toISOString() };
  try {
    localStorage.setItem(STORE, JSON.stringify(consent));
  } catch {
    // No leave to store: it holds for this page, and the next one asks again.
  }
  return consent;
}
