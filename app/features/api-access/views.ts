import * as z from "zod/mini";
import { webhookEvents } from "./webhook-events";

/** A key as the office sees it; the key itself nobody sees again. Instants are ISO 8601 in UTC. */
export const keyView = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last four characters. */
  ending: z.string(),
  permissions: z.array(z.string()),
  /** Who made it, and as whom it acts. */
  owner: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  lastUsedAt: z.nullable(z.iso.datetime()),
  state: z.enum(["good", "expired", "revoked"]),
});
export type KeyView = z.output<typeof keyView>;

export const keyList = z.object({ keys: z.array(keyView) });

/** Whom of other programs is told what. */
export const webhookView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  owner: z.string(),
  createdAt: z.iso.datetime(),
  /** Since when nothing arrives; null: all is well. */
  failingSince: z.nullable(z.iso.datetime()),
  /** Since when nothing is sent, and why; null: it is on. */
  off: z.nullable(z.object({ since: z.iso.datetime(), why: z.enum(["failing", "by-hand"]) })),
  /** Until when deliveries are signed by the secret of before, too. */
  oldSecretUntil: z.nullable(z.iso.datetime()),
});
export type WebhookView = z.output<typeof webhookView>;

export const webhookList = z.object({ webhooks: z.array(webhookView) });

/** `not-sent`: whoever made the webhook may no longer read what it is about. */
export const deliveryStates = ["waiting", "delivered", "failed", "not-sent"] as const;

export const deliveryView = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(deliveryStates),
  /** Of the last answer; null: there was none. */
  status: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  /** Null: it is done with. */
  nextTryAt: z.nullable(z.iso.datetime()),
});
export type DeliveryView = z.output<typeof deliveryView>;

export const deliveryPage = z.object({
  deliveries: z.array(deliveryView),
  nextCursor: z.nullable(z.string()),
});

export const deliveryDetail = z.object({
  ...deliveryView.shape,
  /** As it is sent. */
  body: z.string(),
  /** The latest first. */
  tries: z.array(
    z.object({
      at: z.iso.datetime(),
      tookMs: z.int(),
      status: z.nullable(z.int()),
      /** The first bytes of it. */
      answer: z.string(),
      /** Why there was no answer. */
      error: z.nullable(z.string()),
    }),
  ),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;
