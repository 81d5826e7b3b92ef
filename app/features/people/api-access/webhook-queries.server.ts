import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import type { DeliveryDetail, DeliveryView, WebhookView } from "./views";
import type { WebhookEvent } from "./webhook-events";

/** Webhooks of all users, newest first. */
export const listWebhooks = query("keys.manage", async function listWebhooks(ctx): Promise<{
  webhooks: WebhookView[];
}> {
  const rows = await ctx.db
    .selectFrom("webhooks")
    .innerJoin("users", "users.id", "webhooks.userId")
    .select(["webhooks.id", "url", "events", "users.name as owner", "webhooks.createdAt"])
    .select(["failingSince", "disabledAt", "disabledReason", "previousSecretExpiresAt"])
    .orderBy("webhooks.createdAt", "desc")
    .orderBy("webhooks.id")
    .execute();
  return {
    webhooks: rows.map((row) => ({
      id: row.id,
      url: row.url,
      events: row.events as WebhookEvent[],
      owner: row.owner,
      createdAt: row.createdAt.toISOString(),
      failingSince: row.failingSince?.toISOString() ?? null,
      disabled:
        row.disabledAt && row.disabledReason
          ? { since: row.disabledAt.toISOString(), reason: row.disabledReason }
          : null,
      oldSecretUntil:
        row.previousSecretExpiresAt && row.previousSecretExpiresAt > ctx.now
          ? row.previousSecretExpiresAt.toISOString()
          : null,
    })),
  };
});

const latestFirst = keyset("desc", ["instant", "created_at"], ["id", "webhookDeliveries.id"]);

/** Deliveries of the last 30 days, newest first, with their last attempt. */
export const listDeliveries = query(
  "keys.manage",
  async function listDeliveries(
    ctx,
    { id, state, ...page }: PageParams & { id: string; state?: DeliveryView["state"] },
  ) {
    const filtered = deliveries(ctx)
      .where("webhookId", "=", id)
      .$if(state !== undefined, (query) => query.where("state", "=", state!));
    const { rows, nextCursor } = await readPage(filtered, latestFirst, page);
    return { deliveries: rows.map(viewOf), nextCursor };
  },
);

/** Delivery with all attempts; null if unknown. */
export const findDelivery = query(
  "keys.manage",
  async function findDelivery(ctx, webhookId: string, id: string): Promise<DeliveryDetail | null> {
    const row = await deliveries(ctx)
      .select("body")
      .where("webhookId", "=", webhookId)
      .where("webhookDeliveries.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const attempts = await ctx.db
      .selectFrom("webhookAttempts")
      .select(["at", "durationMs", "status", "responseBody", "error"])
      .where("deliveryId", "=", id)
      .orderBy("id", "desc")
      .limit(50)
      .execute();
    return {
      ...viewOf(row),
      body: row.body,
      attempts: attempts.map(({ at, durationMs, status, responseBody, error }) => ({
        at: at.toISOString(),
        tookMs: durationMs,
        status,
        responseBody,
        error,
      })),
    };
  },
);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>["executeTakeFirstOrThrow"]>>;

function deliveries(ctx: Ctx) {
  return ctx.db
    .selectFrom("webhookDeliveries")
    .select(["webhookDeliveries.id", "event", "state", "dueAt", "createdAt"])
    .select((eb) =>
      eb
        .selectFrom("webhookAttempts")
        .select("status")
        .whereRef("deliveryId", "=", "webhookDeliveries.id")
        .orderBy("webhookAttempts.id", "desc")
        .limit(1)
        .as("status"),
    );
}

function viewOf({ id, event, state, dueAt, createdAt, status }: DeliveryRow): DeliveryView {
  return {
    id,
    event,
    state,
    status,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: dueAt?.toISOString() ?? null,
  };
}
