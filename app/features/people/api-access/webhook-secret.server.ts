import { createHmac, randomBytes } from "node:crypto";
import { seal, unseal } from "~/platform/auth/links/seal.server";

/*
 * Signatures of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, time and body.
 * Both sides need the secret, so it is stored sealed instead of hashed (platform/auth/seal.server.ts).
 */

const PREFIX = "whsec_";

export function newSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

export const sealSecret = (secret: string, own: string) => seal(secret, own, "webhook secrets");
/** Throws if it was sealed with another product secret. */
export const unsealSecret = (sealed: Buffer, own: string) => unseal(sealed, own, "webhook secrets");

/** Headers of a delivery, signed with each secret. */
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
