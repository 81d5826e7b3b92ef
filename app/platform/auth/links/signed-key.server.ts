import { createHmac, timingSafeEqual } from "node:crypto";

type KeyPurpose =
  | "booking"
  | "mailed-booking"
  | "renewed-booking"
  | "account-link"
  | "calendar"
  | "quote"
  | "invoice"
  | "receipt"
  | "device"
  | "sign-in-code"
  | "weekly-summary";

/** Key of one record. Derived, so that nothing is stored and a new secret invalidates all links. */
export function signedKey(secret: string, purpose: KeyPurpose, id: string): string {
  return createHmac("sha256", secret).update(`${purpose}:${id}`).digest("base64url").slice(0, 32);
}

export function isSignedKey(secret: string, purpose: KeyPurpose, id: string, key: string): boolean {
  const expected = Buffer.from(signedKey(secret, purpose, id));
  const given = Buffer.from(key);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export function expiringSignedKey(secret: string, purpose: KeyPurpose, id: string, until: Date): string {
  const end = Math.floor(until.getTime() / 1000).toString(36);
  return `${end}.${signedKey(secret, purpose, `${id}:${end}`)}`;
}

/** Returns past expiries, too; null for a forged key. */
export function signedKeyExpiry(secret: string, purpose: KeyPurpose, id: string, key: string): Date | null {
  const [end = "", signature = "", ...more] = key.split(".");
  if (more.length > 0 || !isSignedKey(secret, purpose, `${id}:${end}`, signature)) return null;
  return new Date(Number.parseInt(end, 36) * 1000);
}
