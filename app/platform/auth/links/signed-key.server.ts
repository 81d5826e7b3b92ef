import { createHmac, timingSafeEqual } from "node:crypto";

type KeyPurpose =
  | "booking"
  | "mailed-booking"
  | "renewed-booking"
  | "account-link"
  | "calendar"
  | "late-report"
  | "quote"
  | "invoice"
  | "receipt"
  | "contract"
  | "device"
  | "sign-in-code"
  | "weekly-summary";

/** Derived from the secret, so that nothing is stored and a new secret invalidates all links. */
export function signedKey(secret: string, purpose: KeyPurpose, id: string): string {
  const key = createHmac("sha256", secret).update(`${purpose}:${id}`).digest("base64url").slice(0, 32);
  return alphanumeric(key);
}

/**
 * Mail clients exclude a final "-" or "_" from a link in plain text and break lines at others; chat clients read "_" as
 * italics.
 */
function alphanumeric(key: string): string {
  return key.replaceAll(/[-_]/g, "0");
}

export function isSignedKey(secret: string, purpose: KeyPurpose, id: string, key: string): boolean {
  const expected = Buffer.from(signedKey(secret, purpose, id));
  // Keys of earlier emails may still contain "-" and "_".
  const keyBytes = Buffer.from(alphanumeric(key));
  return expected.length === keyBytes.length && timingSafeEqual(expected, keyBytes);
}

export function expiringSignedKey(secret: string, purpose: KeyPurpose, id: string, until: Date): string {
  const end = Math.floor(until.getTime() / 1000).toString(36);
  return `${end}.${signedKey(secret, purpose, `${id}:${end}`)}`;
}

/** Returns past expiries as well; null for a forged key. */
export function signedKeyExpiry(secret: string, purpose: KeyPurpose, id: string, key: string): Date | null {
  const [end = "", signature = "", ...more] = key.split(".");
  if (more.length > 0 || !isSignedKey(secret, purpose, `${id}:${end}`, signature)) return null;
  return new Date(Number.parseInt(end, 36) * 1000);
}
