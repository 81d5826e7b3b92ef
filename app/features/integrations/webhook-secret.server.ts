import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/*
 * Signatures after Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, time and body, by a secret that
 * both sides have. So ours cannot be a hash; it is kept sealed by the product's own secret, which is in no database.
 */

const PREFIX = "whsec_";
const CIPHER = "aes-256-gcm";
const [NONCE, TAG] = [12, 16];

export function newSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

export function seal(secret: string, own: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(own), nonce);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws where it was sealed by another secret of the product. */
export function unseal(sealed: Buffer, own: string): string {
  const decipher = createDecipheriv(CIPHER, keyOf(own), sealed.subarray(0, NONCE));
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
}

function keyOf(own: string): Buffer {
  return Buffer.from(hkdfSync("sha256", own, "", "webhook secrets", 32));
}

/** The headers of a delivery, signed by each of these secrets. */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
