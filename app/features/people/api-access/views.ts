import * as z from "zod/mini";
import { webhookEvents } from "./webhook-events";

/** API key as the office sees it, without the key itself. Instants are ISO 8601 in UTC. */
export const keyView = z.object({
  id: z.string(),
  name: z.string(),
  /** Last four characters. */
  suffix: z.string(),
  permissions: z.array(z.string()),
  /** Owner, whose permissions apply. */
  owner: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  lastUsedAt: z.nullable(z.iso.datetime()),
  state: z.enum(["good", "expired", "revoked"]),
});
export type KeyView = z.output<typeof keyView>;

export const keyList = z.object({ keys: z.array(keyView) });

/** Webhook as the office sees it. */
export const webhookView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  owner: z.string(),
  createdAt: z.iso.datetime(),
  /** Start of failures; null while healthy. */
  failingSince: z.nullable(z.iso.datetime()),
  /** Time and reason of switching off; null while on. */
  disabled: z.nullable(z.object({ since: z.iso.datetime(), reason: z.enum(["failing", "manual"]) })),
  /** End of the previous secret's validity. */
  oldSecretUntil: z.nullable(z.iso.datetime()),
});
export type WebhookView = z.output<typeof webhookView>;

export const webhookList = z.object({ webhooks: z.array(webhookView) });

/** `skipped`: the webhook's owner may no longer read the record. */
export const deliveryStates = ["waiting", "delivered", "failed", "skipped"] as const;

export const deliveryView = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(deliveryStates),
  /** HTTP status of the last attempt; null without an answer. */
  status: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  /** Null when finished. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
});
export type DeliveryView = z.output<typeof deliveryView>;

export const deliveryPage = z.object({
  deliveries: z.array(deliveryView),
  nextCursor: z.nullable(z.string()),
});

export const deliveryDetail = z.object({
  ...deliveryView.shape,
  /** Body as sent. */
  body: z.string(),
  /** Newest first. */
  attempts: z.array(
    z.object({
      at: z.iso.datetime(),
      tookMs: z.int(),
      status: z.nullable(z.int()),
      /** First bytes of the response. */
      responseBody: z.string(),
      /** Reason for a missing response. */
      error: z.nullable(z.string()),
    }),
  ),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;
