import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type AllowedTargets, findUrlProblem } from "~/platform/http/outbound-request.server";
import { refuse } from "~/platform/http/refusal";
import { addMinutes } from "~/platform/time";
import { MAX_WEBHOOKS, PREVIOUS_SECRET_MIN } from "../integrations";
import { mayHear, type WebhookEvent } from "../webhook-events";
import { newSecret, sealSecret } from "../webhook-secret.server";

/** Configuration for webhooks. */
export interface WebhookSettings extends AllowedTargets {
  /** Product secret that seals webhook secrets. */
  productSecret: string;
}

interface WebhookInput {
  url: string;
  events: readonly WebhookEvent[];
}

/** Adds a webhook for future events. Its signing secret is returned this once. */
export const addWebhook = command(
  "keys.manage",
  async function addWebhook(ctx, input: WebhookInput, settings: WebhookSettings) {
    const wrong = findRefusal(ctx, input, settings);
    if (wrong) return wrong;
    const userId = userIdOf(ctx.actor);
    if (!userId) return refuse("not-allowed");
    const { count } = await ctx.db
      .selectFrom("webhooks")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count >= MAX_WEBHOOKS) return refuse("too-many", { max: MAX_WEBHOOKS });
    const secret = newSecret();
    const events = [...input.events];
    const { id } = await ctx.db
      .insertInto("webhooks")
      .values({
        userId,
        url: input.url,
        events,
        secret: sealSecret(secret, settings.productSecret),
        createdAt: ctx.now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await emit(ctx, "webhook.added", id, { events }, { after: { url: input.url, events } });
    return { ok: true, id, secret };
  },
);

/** Changes address or events. */
export const changeWebhook = command(
  "keys.manage",
  async function changeWebhook(ctx, id: string, input: WebhookInput, settings: WebhookSettings) {
    const wrong = findRefusal(ctx, input, settings);
    if (wrong) return wrong;
    const before = await lock(ctx, id);
    if (!before) return refuse("not-found");
    const after = { url: input.url, events: [...input.events] };
    await ctx.db.updateTable("webhooks").set(after).where("id", "=", id).execute();
    await emit(ctx, "webhook.changed", id, {}, { before: { url: before.url, events: before.events }, after });
    return { ok: true };
  },
);

/** Renews the secret and returns it once. Deliveries are signed with both secrets for a day. */
export const renewSecret = command(
  "keys.manage",
  async function renewSecret(ctx, id: string, { productSecret }: WebhookSettings) {
    const before = await lock(ctx, id);
    if (!before) return refuse("not-found");
    const secret = newSecret();
    await ctx.db
      .updateTable("webhooks")
      .set({
        secret: sealSecret(secret, productSecret),
        previousSecret: before.secret,
        previousSecretExpiresAt: addMinutes(ctx.now, PREVIOUS_SECRET_MIN),
      })
      .where("id", "=", id)
      .execute();
    await emit(ctx, "webhook.secret-renewed", id, {});
    return { ok: true, id, secret };
  },
);

/**
 * Switches a webhook on or off. Events while it is off are not delivered; waiting deliveries continue when it
 * is on again.
 */
export const switchWebhook = command(
  "keys.manage",
  async function switchWebhook(ctx, id: string, on: boolean) {
    const before = await lock(ctx, id);
    if (!before) return refuse("not-found");
    if ((before.disabledAt === null) === on) return { ok: true };
    await ctx.db
      .updateTable("webhooks")
      .set(
        on
          ? { disabledAt: null, disabledReason: null, failingSince: null }
          : { disabledAt: ctx.now, disabledReason: "manual" as const },
      )
      .where("id", "=", id)
      .execute();
    if (on) await emit(ctx, "webhook.switched-on", id, {});
    else await emit(ctx, "webhook.switched-off", id, { why: "manual" });
    return { ok: true };
  },
);

/** Deletes the webhook with its log. */
export const removeWebhook = command("keys.manage", async function removeWebhook(ctx, id: string) {
  const before = await lock(ctx, id);
  if (!before) return refuse("not-found");
  await ctx.db.deleteFrom("webhooks").where("id", "=", id).execute();
  const { url, events } = before;
  await emit(ctx, "webhook.removed", id, {}, { before: { url, events } });
  return { ok: true };
});

/** Repeats a delivery in any state with the same id and body. */
export const sendAgain = command("keys.manage", async function sendAgain(ctx, webhookId: string, id: string) {
  const again = await ctx.db
    .updateTable("webhookDeliveries")
    .set({ state: "waiting", attempts: 0, dueAt: sql`clock_timestamp()` })
    .where("id", "=", id)
    .where("webhookId", "=", webhookId)
    .returning("id")
    .executeTakeFirst();
  return again ? { ok: true } : refuse("not-found");
});

/** Repeats all failed deliveries since a moment, oldest first. */
export const sendFailedAgain = command(
  "keys.manage",
  async function sendFailedAgain(ctx, webhookId: string, since: Date) {
    if (!(await lock(ctx, webhookId))) return refuse("not-found");
    const again = await ctx.db
      .updateTable("webhookDeliveries")
      .set({ state: "waiting", attempts: 0, dueAt: sql`clock_timestamp()` })
      .where("webhookId", "=", webhookId)
      .where("state", "=", "failed")
      .where("createdAt", ">=", since)
      .executeTakeFirst();
    return { ok: true, count: Number(again.numUpdatedRows) };
  },
);

/** Refusal of the settings; null if valid. A user cannot subscribe to events without read permission. */
function findRefusal(ctx: Ctx, { url, events }: WebhookInput, { loopback }: WebhookSettings) {
  const wrong = findUrlProblem(url, { loopback });
  if (wrong) return refuse("webhook-address", { wrong });
  return events.every((event) => mayHear(ctx.actor, event)) ? null : refuse("not-allowed");
}

function lock(ctx: Ctx, id: string) {
  return ctx.db.selectFrom("webhooks").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}
