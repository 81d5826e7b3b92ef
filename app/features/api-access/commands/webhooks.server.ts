import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type AllowedTargets, findUrlProblem } from "~/platform/http/outbound-request.server";
import { refuse } from "~/platform/http/refusal";
import { addMinutes } from "~/platform/time";
import { MAX_WEBHOOKS, OLD_SECRET_MIN } from "../integrations";
import { mayHear, type WebhookEvent } from "../webhook-events";
import { newSecret, sealSecret } from "../webhook-secret.server";
import "../table";

/** What of the configuration webhooks act by. */
export interface WebhookSettings extends AllowedTargets {
  /** The product's own secret, by which those of webhooks are sealed. */
  own: string;
}

interface Wish {
  url: string;
  events: readonly WebhookEvent[];
}

/** Has another program told what happens from now on. The secret by which deliveries are signed is told this once. */
export const addWebhook = command("keys.manage", async (ctx, wish: Wish, settings: WebhookSettings) => {
  const wrong = refusedWish(ctx, wish, settings);
  if (wrong) return wrong;
  const userId = userIdOf(ctx.actor);
  if (!userId) return refuse("not-allowed");
  const { count } = await ctx.db
    .selectFrom("webhooks")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= MAX_WEBHOOKS) return refuse("too-many", { max: MAX_WEBHOOKS });
  const secret = newSecret();
  const events = [...wish.events];
  const { id } = await ctx.db
    .insertInto("webhooks")
    .values({
      user_id: userId,
      url: wish.url,
      events,
      secret: sealSecret(secret, settings.own),
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await emit(ctx, "webhook.added", id, { events }, { after: { url: wish.url, events } });
  return { ok: true, id, secret };
});

/** Another address, or other events. */
export const changeWebhook = command(
  "keys.manage",
  async (ctx, id: string, wish: Wish, settings: WebhookSettings) => {
    const wrong = refusedWish(ctx, wish, settings);
    if (wrong) return wrong;
    const before = await lock(ctx, id);
    if (!before) return refuse("not-found");
    const after = { url: wish.url, events: [...wish.events] };
    await ctx.db.updateTable("webhooks").set(after).where("id", "=", id).execute();
    await emit(ctx, "webhook.changed", id, {}, { before: { url: before.url, events: before.events }, after });
    return { ok: true };
  },
);

/** A new secret, told this once; for a day deliveries are signed by the one before, too. */
export const renewSecret = command("keys.manage", async (ctx, id: string, { own }: WebhookSettings) => {
  const before = await lock(ctx, id);
  if (!before) return refuse("not-found");
  const secret = newSecret();
  await ctx.db
    .updateTable("webhooks")
    .set({
      secret: sealSecret(secret, own),
      previous_secret: before.secret,
      previous_secret_expires_at: addMinutes(ctx.now, OLD_SECRET_MIN),
    })
    .where("id", "=", id)
    .execute();
  await emit(ctx, "webhook.secret-renewed", id, {});
  return { ok: true, id, secret };
});

/** Nothing is sent while it is off, and nothing that happens meanwhile is told; what waited goes out once it is on again. */
export const switchWebhook = command("keys.manage", async (ctx, id: string, on: boolean) => {
  const before = await lock(ctx, id);
  if (!before) return refuse("not-found");
  if ((before.disabled_at === null) === on) return { ok: true };
  await ctx.db
    .updateTable("webhooks")
    .set(
      on
        ? { disabled_at: null, disabled_reason: null, failing_since: null }
        : { disabled_at: ctx.now, disabled_reason: "by-hand" as const },
    )
    .where("id", "=", id)
    .execute();
  if (on) await emit(ctx, "webhook.switched-on", id, {});
  else await emit(ctx, "webhook.switched-off", id, { why: "by-hand" });
  return { ok: true };
});

/** With its log. */
export const removeWebhook = command("keys.manage", async (ctx, id: string) => {
  const before = await lock(ctx, id);
  if (!before) return refuse("not-found");
  await ctx.db.deleteFrom("webhooks").where("id", "=", id).execute();
  const { url, events } = before;
  await emit(ctx, "webhook.removed", id, {}, { before: { url, events } });
  return { ok: true };
});

/** Sends one delivery again, whatever became of it: the same id, the same body. */
export const sendAgain = command("keys.manage", async (ctx, webhookId: string, id: string) => {
  const again = await ctx.db
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", tries: 0, due_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .where("webhook_id", "=", webhookId)
    .returning("id")
    .executeTakeFirst();
  return again ? { ok: true } : refuse("not-found");
});

/** Sends all again that failed of what happened since a moment, oldest first. */
export const sendFailedAgain = command("keys.manage", async (ctx, webhookId: string, since: Date) => {
  if (!(await lock(ctx, webhookId))) return refuse("not-found");
  const again = await ctx.db
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", tries: 0, due_at: sql`clock_timestamp()` })
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "failed")
    .where("created_at", ">=", since)
    .executeTakeFirst();
  return { ok: true, count: Number(again.numUpdatedRows) };
});

/** What is wrong with a wish; null: nothing. Nobody is told what the maker may not read. */
function refusedWish(ctx: Ctx, { url, events }: Wish, { loopback }: WebhookSettings) {
  const wrong = findUrlProblem(url, { loopback });
  if (wrong) return refuse("webhook-address", { wrong });
  return events.every((event) => mayHear(ctx.actor, event)) ? null : refuse("not-allowed");
}

function lock(ctx: Ctx, id: string) {
  return ctx.db.selectFrom("webhooks").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}
