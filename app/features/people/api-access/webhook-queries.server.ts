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
    .innerJoin("users", "users.id", "webhooks.user_id")
    .select(["webhooks.id", "url", "events", "users.name as owner", "webhooks.created_at"])
    .select(["failing_since", "disabled_at", "disabled_reason", "previous_secret_expires_at"])
    .orderBy("webhooks.created_at", "desc")
    .orderBy("webhooks.id")
    .execute();
  return {
    webhooks: rows.map((row) => ({
      id: row.id,
      url: row.url,
      events: row.events as WebhookEvent[],
      owner: row.owner,
      createdAt: row.created_at.toISOString(),
      failingSince: row.failing_since?.toISOString() ?? null,
      disabled:
        row.disabled_at && row.disabled_reason
          ? { since: row.disabled_at.toISOString(), reason: row.disabled_reason }
          : null,
      oldSecretUntil:
        row.previous_secret_expires_at && row.previous_secret_expires_at > ctx.now
          ? row.previous_secret_expires_at.toISOString()
          : null,
    })),
  };
});

const latestFirst = keyset("desc", ["instant", "created_at"], ["id", "webhook_deliveries.id"]);

/** Deliveries of the last 30 days, newest first, with their last attempt. */
export const listDeliveries = query(
  "keys.manage",
  async function listDeliveries(
    ctx,
    { id, state, ...page }: PageParams & { id: string; state?: DeliveryView["state"] },
  ) {
    const filtered = deliveries(ctx)
      .where("webhook_id", "=", id)
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
      .where("webhook_id", "=", webhookId)
      .where("webhook_deliveries.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const attempts = await ctx.db
      .selectFrom("webhook_attempts")
      .select(["at", "duration_ms", "status", "response_body", "error"])
      .where("delivery_id", "=", id)
      .orderBy("id", "desc")
      .limit(50)
      .execute();
    return {
      ...viewOf(row),
      body: row.body,
      attempts: attempts.map(({ at, duration_ms, status, response_body, error }) => ({
        at: at.toISOString(),
        tookMs: duration_ms,
        status,
        responseBody: response_body,
        error,
      })),
    };
  },
);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>["executeTakeFirstOrThrow"]>>;

function deliveries(ctx: Ctx) {
  return ctx.db
    .selectFrom("webhook_deliveries")
    .select(["webhook_deliveries.id", "event", "state", "due_at", "created_at"])
    .select((eb) =>
      eb
        .selectFrom("webhook_attempts")
        .select("status")
        .whereRef("delivery_id", "=", "webhook_deliveries.id")
        .orderBy("webhook_attempts.id", "desc")
        .limit(1)
        .as("status"),
    );
}

function viewOf({ id, event, state, due_at, created_at, status }: DeliveryRow): DeliveryView {
  return {
    id,
    event,
    state,
    status,
    createdAt: created_at.toISOString(),
    nextAttemptAt: due_at?.toISOString() ?? null,
  };
}
