/** Consent to analytics tags (UAE PDPL), stored in the browser. */
export interface Consent {
  version: number;
  analytics: boolean;
  at: string;
}

/** Increase it when the question changes, so that visitors are asked again. */
const VERSION = 1;
const STORAGE_KEY = "consent";

/** Null if the visitor has not answered this version. */
export function readConsent(): Consent | null {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null") as Consent | null;
    if (stored?.version === VERSION) return stored;
  } catch {
    // Storage is blocked or holds foreign content.
  }
  // Global Privacy Control counts as a refusal.
  if ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true) {
    return { version: VERSION, analytics: false, at: new Date().toISOString() };
  }
  return null;
}

export function saveConsent(analytics: boolean): Consent {
  const consent = { version: VERSION, analytics, at: new Date().toISOString() };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(consent));
  } catch {}
  return consent;
}
