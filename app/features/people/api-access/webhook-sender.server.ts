import { type Span, SpanKind } from "@opentelemetry/api";
import { type Kysely, type Selectable, sql } from "kysely";
import { type Person, system } from "~/platform/auth/actor";
import type { SecondFactorCheck } from "~/platform/auth/enforce-second-factor.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { postToExternal } from "~/platform/http/outbound-request.server";
import { type Claimed, defineQueue, dueIn, type QueueRunner, runQueue } from "~/platform/jobs/queue.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { log } from "~/platform/log.server";
import { webhookAttempts } from "~/platform/metrics/metrics.server";
import { inSpan, setSpanError } from "~/platform/tracing/tracing.server";
import { listSubscribers } from "./webhook-deliveries.server";
import { mayHear, type WebhookEvent } from "./webhook-events";
import { signedHeaders, unsealSecret } from "./webhook-secret.server";
import "./integrations";

/** Concurrent deliveries per process. */
const MAX_CONCURRENT = 5;
const TIMEOUT_MS = 10_000;
const LEASE_MS = 60_000;
const STOP_MS = 15_000;
/** Backoff of failed deliveries, in seconds: three and a half days in total, as Standard Webhooks suggests. */
export const RETRY_DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

interface Tools {
  db: Kysely<Tables>;
  config: Pick<Config, "secret" | "webhookLoopback">;
  /** True while outbound messages wait for a release after a restore. */
  isOutboundPaused: (db: Kysely<Tables>) => Promise<boolean>;
  isSecondFactorRequired: SecondFactorCheck;
}

const queue = defineQueue({
  table: "webhookDeliveries",
  running: "waiting",
  condition: sql<boolean>`EXISTS (SELECT FROM webhooks WHERE webhooks.id = webhook_id AND disabled_at IS NULL)`,
});

/** Sends deliveries. Any number of processes may run it. */
export function startWebhooks(tools: Tools): QueueRunner {
  return runQueue({
    claim: (max) => claimDeliveries(tools, max),
    run: (delivery) => send(tools, delivery),
    concurrency: MAX_CONCURRENT,
    stopMs: STOP_MS,
  });
}

/** Sends due deliveries, longest due first. Returns their number. */
export async function sendDueDeliveries(tools: Tools): Promise<number> {
  const claimed = await claimDeliveries(tools, MAX_CONCURRENT);
  await Promise.all(claimed.map((delivery) => send(tools, delivery)));
  return claimed.length;
}

interface ClaimedDelivery extends Claimed<"webhookDeliveries"> {
  webhook: Pick<
    Selectable<Tables["webhooks"]>,
    "url" | "secret" | "previousSecret" | "previousSecretExpiresAt"
  >;
  /** Null if the owner is disabled. */
  owner: Person | null;
}

async function claimDeliveries(
  { db, isOutboundPaused, isSecondFactorRequired }: Tools,
  max: number,
): Promise<ClaimedDelivery[]> {
  if (await isOutboundPaused(db)) return [];
  const claimed = await queue.claim(db, max, LEASE_MS);
  if (claimed.length === 0) return [];
  const webhooks = await db
    .selectFrom("webhooks")
    .select(["id", "url", "secret", "previousSecret", "previousSecretExpiresAt"])
    .where(
      "id",
      "in",
      claimed.map(({ webhookId }) => webhookId),
    )
    .execute();
  const listeners = await listSubscribers(asSystem(db), isSecondFactorRequired);
  return claimed.flatMap((delivery) => {
    const isItsOwn = ({ id }: { id: string }) => id === delivery.webhookId;
    const webhook = webhooks.find(isItsOwn);
    // Missing if it was removed just now, together with its deliveries.
    return webhook ? [{ ...delivery, webhook, owner: listeners.find(isItsOwn)?.maker ?? null }] : [];
  });
}

async function send(tools: Tools, delivery: ClaimedDelivery): Promise<void> {
  try {
    const { id, event, traceparent: parent, attempts } = delivery;
    const attributes = { "webhook.delivery.id": id, "webhook.attempt": attempts };
    await inSpan(`webhook ${event}`, { kind: SpanKind.CLIENT, parent, attributes }, (span) =>
      attemptDelivery(tools, delivery, span),
    );
  } catch (error) {
    log.error("webhook-result-not-recorded", "The result of a webhook could not be recorded", {
      error,
      delivery: delivery.id,
    });
  }
}

async function attemptDelivery({ db, config }: Tools, delivery: ClaimedDelivery, span?: Span): Promise<void> {
  const { id, body, owner, webhook } = delivery;
  // The owner may have lost the permission since.
  if (!owner || !mayHear(owner, delivery.event as WebhookEvent)) {
    await queue.update(db, delivery, { state: "skipped", dueAt: null });
    return;
  }
  const startedAt = Date.now();
  const at = new Date();
  let outcome: { status: number | null; responseBody: string; error: string | null };
  try {
    const headers = signedHeaders({ id: `msg_${id}`, at, body }, secretsOf(webhook, at, config.secret));
    const answer = await postToExternal(webhook.url, {
      headers: { ...headers, "Content-Type": "application/json", "User-Agent": "Webhooks/1" },
      body,
      timeoutMs: TIMEOUT_MS,
      allowed: { loopback: config.webhookLoopback },
    });
    span?.setAttribute("http.response.status_code", answer.status);
    outcome = { status: answer.status, responseBody: answer.text, error: null };
  } catch (error) {
    setSpanError(error);
    outcome = {
      status: null,
      responseBody: "",
      error: error instanceof Error ? error.message : String(error),
    };
  }
  const attempt = { at, durationMs: Date.now() - startedAt, ...outcome };
  await inTransaction(asSystem(db), (ctx) => recordAttempt(ctx, delivery, attempt));
}

function secretsOf(
  { secret, previousSecret, previousSecretExpiresAt }: ClaimedDelivery["webhook"],
  at: Date,
  own: string,
): string[] {
  const old =
    previousSecret && previousSecretExpiresAt && previousSecretExpiresAt > at
      ? [unsealSecret(previousSecret, own)]
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
    durationMs: number;
    status: number | null;
    responseBody: string;
    error: string | null;
  },
): Promise<void> {
  const { id, webhookId, attempts } = delivery;
  const arrived = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  // 410 Gone: the receiver wants no further deliveries.
  const isGone = attempt.status === 410;
  const retryDelay = arrived || isGone ? undefined : RETRY_DELAYS_SECONDS[attempts - 1];
  const state = arrived ? "delivered" : retryDelay === undefined ? "failed" : "waiting";
  webhookAttempts.inc({ result: state === "waiting" ? "retried" : state });
  // False if it was deleted or repeated meanwhile.
  const isOwned = await queue.update(ctx.db, delivery, {
    state,
    dueAt: retryDelay === undefined ? null : dueIn(retryDelay * 1000 * (1 + Math.random() / 10)),
  });
  if (!isOwned) return;
  await ctx.db
    .insertInto("webhookAttempts")
    .values({ deliveryId: id, ...attempt })
    .execute();
  if (arrived) {
    await ctx.db
      .updateTable("webhooks")
      .set({ failingSince: null })
      .where("id", "=", webhookId)
      .where("failingSince", "is not", null)
      .execute();
    return;
  }
  await ctx.db
    .updateTable("webhooks")
    .set({ failingSince: sql`coalesce(failing_since, ${attempt.at})` })
    .where("id", "=", webhookId)
    .execute();
  if (retryDelay === undefined) await switchOff(ctx, webhookId);
}

async function switchOff(ctx: Ctx, id: string): Promise<void> {
  const off = await ctx.db
    .updateTable("webhooks")
    .set({ disabledAt: ctx.now, disabledReason: "failing" })
    .where("id", "=", id)
    .where("disabledAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (off) await emit(ctx, "webhook.switched-off", id, { why: "failing" });
}

function asSystem(db: Kysely<Tables>): Ctx {
  return { actor: system, db, now: new Date(), requestId: "webhooks", locale: DEFAULT_LOCALE };
}
