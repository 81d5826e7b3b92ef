import { createHmac, randomBytes } from "node:crypto";
import { seal, unseal } from "~/platform/auth/links/seal.server";

/*
 * Signatures after Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, time and body, by a secret that
 * both sides have. So ours cannot be a hash; it is kept sealed (platform/auth/seal.server.ts).
 */

const PREFIX = "whsec_";

export function newSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

export const sealSecret = (secret: string, own: string) => seal(secret, own, "webhook secrets");
/** Throws where it was sealed by another secret of the product. */
export const unsealSecret = (sealed: Buffer, own: string) => unseal(sealed, own, "webhook secrets");

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
