import { encryptNotification } from "@block65/webcrypto-web-push";
import type { Config } from "../config.server";
import { postToExternal } from "../http/outbound-request.server";
import { parseRetryAfter } from "../http/retry-after";
import type { PushMessage, PushOptions } from "./push-message";
import { vapidAuthorization } from "./vapid.server";

export type PushConfig = Pick<Config, "secret" | "publicUrl" | "mailFrom" | "webhookLoopback">;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Answer of the push service (RFC 8030).
 * `gone`: the subscription has ended.
 * `refused`: another attempt with this message would be refused too.
 * `failed`: may succeed later, not before `retryAfterMs` if the service named a time.
 */
export type PushOutcome =
  | { result: "accepted" | "gone" | "refused" }
  | { result: "failed"; retryAfterMs: number | null; error: string };

const TIMEOUT_MS = 10_000;
/** Space of a message of 4096 bytes that encryption leaves (RFC 8291, section 4). */
const MAX_PLAIN_BYTES = 3993;

export async function postPush(
  config: PushConfig,
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
  { ttlSeconds, urgency, topic }: PushOptions,
): Promise<PushOutcome> {
  try {
    const keys = { p256dh, auth };
    const subscription = { endpoint, expirationTime: null, keys };
    const body = await encryptNotification(subscription, encode(message));
    const { status, retryAfter, text } = await postToExternal(endpoint, {
      headers: {
        Authorization: vapidAuthorization(config, endpoint),
        TTL: String(ttlSeconds),
        Urgency: urgency,
        ...(topic && { Topic: topic }),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
      },
      body,
      timeoutMs: TIMEOUT_MS,
      allowed: { loopback: config.webhookLoopback },
    });
    if (status >= 200 && status < 300) return { result: "accepted" };
    if (status === 404 || status === 410) return { result: "gone" };
    if (status === 400 || status === 413) return { result: "refused" };
    const retryAfterMs = parseRetryAfter(retryAfter);
    return { result: "failed", retryAfterMs, error: `${status} ${text.slice(0, 200)}` };
  } catch (error) {
    return {
      result: "failed",
      retryAfterMs: null,
      error: error instanceof Error ? error.message : String(error),
    };
  }
}

/** Shortens the body of a message that is too long. */
function encode(message: PushMessage): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  let { body } = message;
  for (;;) {
    const bytes = encoder.encode(JSON.stringify({ ...message, body }));
    if (bytes.byteLength <= MAX_PLAIN_BYTES || body === "") return bytes;
    const characters = Array.from(body);
    body = characters.length > 20 ? `${characters.slice(0, characters.length * 0.8).join("")}…` : "";
  }
}
