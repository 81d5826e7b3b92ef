import type { Silent } from "~/platform/events/events";

declare module "~/platform/events/events" {
  interface Events {
    "key.made": Silent<{ permissions: string[]; expiresAt: string | null }>;
    "key.revoked": Silent;
    "webhook.added": Silent<{ events: string[] }>;
    "webhook.changed": Silent;
    "webhook.secret-renewed": Silent;
    /** `why`: nothing arrived for days, or somebody of the office did. */
    "webhook.switched-off": { why: "failing" | "by-hand" };
    "webhook.switched-on": Silent;
    "webhook.removed": Silent;
  }
}

/** Keys that one person may have at a time. */
export const MAX_KEYS = 20;
/** Calls a minute that one key may make. */
export const KEY_CALLS_PER_MINUTE = 600;

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The address of a webhook may not be called. */
    "webhook-address": { wrong: "unreadable" | "not-https" | "inside" };
  }
}

/** Webhooks that there may be. */
export const MAX_WEBHOOKS = 20;
/** For so long is signed by the secret of before, too, in minutes. */
export const OLD_SECRET_MIN = 24 * 60;
