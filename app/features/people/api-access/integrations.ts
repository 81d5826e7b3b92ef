import type { Silent } from "~/platform/events/events";

declare module "~/platform/events/events" {
  interface Events {
    "key.created": Silent<{ permissions: string[]; expiresAt: string | null }>;
    "key.revoked": Silent;
    "webhook.added": Silent<{ events: string[] }>;
    "webhook.changed": Silent;
    "webhook.secret-renewed": Silent;
    /** `why`: deliveries failed for days, or switched off by a user. */
    "webhook.switched-off": { why: "failing" | "manual" };
    "webhook.switched-on": Silent;
    "webhook.removed": Silent;
  }
}

/** Limit of keys per user. */
export const MAX_KEYS = 20;
/** Limit of calls a minute per key. */
export const KEY_CALLS_PER_MINUTE = 600;

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The address is not allowed. */
    "webhook-address": { wrong: "unreadable" | "not-https" | "inside" };
  }
}

/** Limit of webhooks. */
export const MAX_WEBHOOKS = 20;
/** Minutes during which the previous secret also signs. */
export const PREVIOUS_SECRET_MIN = 24 * 60;
