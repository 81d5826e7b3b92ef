import { createHmac, timingSafeEqual } from "node:crypto";

/** What a key opens; one made for one purpose is worth nothing for another. */
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

/**
 * An unguessable key for one record, carried by mailed links. It is derived from the product's secret, so nothing is
 * stored and a new secret ends every link at once.
 */
export function signedKey(secret: string, purpose: KeyPurpose, id: string): string {
  return createHmac("sha256", secret).update(`${purpose}:${id}`).digest("base64url").slice(0, 32);
}

export function isSignedKey(secret: string, purpose: KeyPurpose, id: string, key: string): boolean {
  const expected = Buffer.from(signedKey(secret, purpose, id));
  const given = Buffer.from(key);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The same with an end of its own, to the second, signed with it. */
export function signedKeyUntil(secret: string, purpose: KeyPurpose, id: string, until: Date): string {
  const end = Math.floor(until.getTime() / 1000).toString(36);
  return `${end}.${signedKey(secret, purpose, `${id}:${end}`)}`;
}

/** When such a key ends or ended; null: it was made for another record, or by somebody else. */
export function endOfSignedKey(secret: string, purpose: KeyPurpose, id: string, key: string): Date | null {
  const [end = "", signature = "", ...more] = key.split(".");
  if (more.length > 0 || !isSignedKey(secret, purpose, `${id}:${end}`, signature)) return null;
  return new Date(Number.parseInt(end, 36) * 1000);
}
