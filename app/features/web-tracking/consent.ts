/** Consent to analytics tags (UAE Personal Data Protection Law), stored in the browser. */
export interface Consent {
  /** Version of the question. */
  version: number;
  analytics: boolean;
  /** ISO 8601 */
  at: string;
}

/** Increase it when the question changes, so that every visitor is asked again. */
const VERSION = 1;
const STORE = "consent";

/** Stored consent; null if the visitor was not asked, or was asked an older version. */
export function readConsent(): Consent | null {
  try {
    const known = JSON.parse(localStorage.getItem(STORE) ?? "null") as Consent | null;
    if (known?.version === VERSION) return known;
  } catch {
    // Storage is blocked or holds foreign content: not asked.
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
    localStorage.setItem(STORE, JSON.stringify(consent));
  } catch {
    // Storage is blocked: the answer holds for this page only.
  }
  return consent;
}
