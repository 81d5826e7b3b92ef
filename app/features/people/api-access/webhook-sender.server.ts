import { type Kysely, sql } from "kysely";
import { system } from "~/platform/auth/actor";
import type { SecondFactorCheck } from "~/platform/auth/enforce-second-factor.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { postToExternal } from "~/platform/http/outbound-request.server";
import { createPoller, type Poller } from "~/platform/jobs/poller.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { log } from "~/platform/log.server";
import { webhookAttempts } from "~/platform/metrics/metrics.server";
import type { DeliveryView } from "./views";
import { type Listener, listSubscribers } from "./webhook-deliveries.server";
import { mayHear, type WebhookEvent } from "./webhook-events";
import { signedHeaders, unsealSecret } from "./webhook-secret.server";
import "./integrations";

/** Concurrent deliveries per process. */
const MAX_CONCURRENT = 5;
const POLL_MS = 2_000;
const TIMEOUT_MS = 10_000;
const LEASE_SECONDS = 60;
/** Backoff of failed deliveries, in seconds: three and a half days in total, as Standard Webhooks suggests. */
export const RETRY_DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

interface Tools {
  db: Kysely<Tables>;
  config: Pick<Config, "secret" | "webhookLoopback">;
  /** True while outbound messages wait for a release after a restore. */
  isOutboundPaused: (db: Kysely<Tables>) => Promise<boolean>;
  isSecondFactorRequired: SecondFactorCheck;
}

/** Sends deliveries. Any number of processes may run it. */
export function startWebhooks(tools: Tools): Poller {
  const rounds = createPoller(async () => {
    while ((await sendDueDeliveries(tools)) === MAX_CONCURRENT) {}
  }, POLL_MS);
  rounds.wake();
  return rounds;
}

/** Sends due deliveries, longest due first. Returns their number. */
export async function sendDueDeliveries(tools: Tools): Promise<number> {
  if (await tools.isOutboundPaused(tools.db)) return 0;
  const claimed = await claimDeliveries(tools.db);
  if (claimed.length === 0) return 0;
  const listeners = await listSubscribers(asSystem(tools.db), tools.isSecondFactorRequired);
  await Promise.all(
    claimed.map((delivery) =>
      send(tools, delivery, listeners).catch((error) =>
        log.error("The result of a webhook could not be recorded", { error, delivery: delivery.id }),
      ),
    ),
  );
  return claimed.length;
}

interface ClaimedDelivery {
  id: string;
  webhook_id: string;
  event: WebhookEvent;
  body: string;
  attempts: number;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
}

async function claimDeliveries(db: Kysely<Tables>): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    UPDATE webhook_deliveries AS delivery SET attempts = attempts + 1, due_at = ${dueIn(LEASE_SECONDS)}
    FROM webhooks
    WHERE webhooks.id = delivery.webhook_id AND delivery.id IN (
      SELECT waiting.id FROM webhook_deliveries AS waiting JOIN webhooks AS open ON open.id = waiting.webhook_id
      WHERE waiting.due_at <= clock_timestamp() AND open.disabled_at IS NULL
      ORDER BY waiting.due_at, waiting.created_at LIMIT ${MAX_CONCURRENT} FOR UPDATE OF waiting SKIP LOCKED)
    RETURNING delivery.id, webhook_id, event, body, attempts, url, secret, previous_secret, previous_secret_expires_at`.execute(
    db,
  );
  return rows;
}

async function send(
  { db, config }: Tools,
  delivery: ClaimedDelivery,
  listeners: readonly Listener[],
): Promise<void> {
  const { id, body, url } = delivery;
  // The owner may have lost the permission since.
  const listener = listeners.find((one) => one.id === delivery.webhook_id);
  if (!listener || !mayHear(listener.maker, delivery.event)) {
    await finishAttempt(db, delivery, "skipped");
    return;
  }
  const startedAt = Date.now();
  const at = new Date();
  let outcome: { status: number | null; response_body: string; error: string | null };
  try {
    const headers = signedHeaders({ id: `msg_${id}`, at, body }, secretsOf(delivery, at, config.secret));
    const answer = await postToExternal(url, {
      headers: { ...headers, "Content-Type": "application/json", "User-Agent": "Webhooks/1" },
      body,
      timeoutMs: TIMEOUT_MS,
      allowed: { loopback: config.webhookLoopback },
    });
    outcome = { status: answer.status, response_body: answer.text, error: null };
  } catch (error) {
    outcome = {
      status: null,
      response_body: "",
      error: error instanceof Error ? error.message : String(error),
    };
  }
  const attempt = { at, duration_ms: Date.now() - startedAt, ...outcome };
  await inTransaction(asSystem(db), (ctx) => recordAttempt(ctx, delivery, attempt));
}

function secretsOf(
  { secret, previous_secret, previous_secret_expires_at }: ClaimedDelivery,
  at: Date,
  own: string,
): string[] {
  const old =
    previous_secret && previous_secret_expires_at && previous_secret_expires_at > at
      ? [unsealSecret(previous_secret, own)]
      : [];
  return [unsealSecret(secret, own), ...old];
}

/**
 * Records the result of an attempt. After the last one the webhook is switched off and its owner notified.
 */
async function recordAttempt(
  ctx: Ctx,
  delivery: ClaimedDelivery,
  attempt: {
    at: Date;
    duration_ms: number;
    status: number | null;
    response_body: string;
    error: string | null;
  },
): Promise<void> {
  const { id, webhook_id, attempts } = delivery;
  const arrived = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  // 410 Gone: the receiver wants no further deliveries.
  const isGone = attempt.status === 410;
  const retryDelay = arrived || isGone ? undefined : RETRY_DELAYS_SECONDS[attempts - 1];
  const state = arrived ? "delivered" : retryDelay === undefined ? "failed" : "waiting";
  webhookAttempts.inc({ result: state === "waiting" ? "retried" : state });
  if (!(await finishAttempt(ctx.db, delivery, state, retryDelay))) return;
  await ctx.db
    .insertInto("webhook_attempts")
    .values({ delivery_id: id, ...attempt })
    .execute();
  if (arrived) {
    await ctx.db
      .updateTable("webhooks")
      .set({ failing_since: null })
      .where("id", "=", webhook_id)
      .where("failing_since", "is not", null)
      .execute();
    return;
  }
  await ctx.db
    .updateTable("webhooks")
    .set({ failing_since: sql`coalesce(failing_since, ${attempt.at})` })
    .where("id", "=", webhook_id)
    .execute();
  if (retryDelay === undefined) await switchOff(ctx, webhook_id);
}

/** False if it was deleted or repeated meanwhile. `retryDelay`: seconds until the next attempt. */
async function finishAttempt(
  db: Kysely<Tables>,
  { id, attempts }: ClaimedDelivery,
  state: DeliveryView["state"],
  retryDelay?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ state, due_at: retryDelay === undefined ? null : dueIn(retryDelay * (1 + Math.random() / 10)) })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function switchOff(ctx: Ctx, id: string): Promise<void> {
  const off = await ctx.db
    .updateTable("webhooks")
    .set({ disabled_at: ctx.now, disabled_reason: "failing" })
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (off) await emit(ctx, "webhook.switched-off", id, { why: "failing" });
}

function asSystem(db: Kysely<Tables>): Ctx {
  return { actor: system, db, now: new Date(), requestId: "webhooks", locale: DEFAULT_LOCALE };
}

/** By the database clock, because workers' clocks differ. */
function dueIn(seconds: number) {
  return sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;
}
