import { SpanKind } from "@opentelemetry/api";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Tables } from "../database/tables";
import { isOutboundActive } from "../jobs/outbound-pause.server";
import {
  backoffMs,
  type Claimed,
  defineQueue,
  dueIn,
  type QueueRunner,
  runQueue,
} from "../jobs/queue.server";
import type { Live } from "../live/live.server";
import { log } from "../log.server";
import { messageAttempts } from "../metrics/metrics.server";
import { inSpan, setSpanError } from "../tracing/tracing.server";
import type {
  ChannelProvider,
  ChannelProviders,
  MessageChannel,
  OutgoingMessage,
  SendOutcome,
} from "./channel";
import { clearChannelFailure, recordChannelFailure } from "./channel-failures.server";
import { costColumns, endOverdueSteps, optOut, startNextStep } from "./messages.server";

type Db = Kysely<Tables>;
export type ClaimedMessage = Claimed<"messages">;
type Answer<Outcome extends SendOutcome["outcome"]> = Extract<SendOutcome, { outcome: Outcome }>;

const CONCURRENCY = 10;
/** Longer than a lookup and a request together. */
const LEASE_MS = 30_000;
/** A step that follows starts at most this long after the deadline. */
const POLL_MS = 1_000;
/** Time for the provider to list a message whose response was lost. */
const LOOKUP_DELAY_MS = 5_000;
/** A longer pause would pass the deadline of an emergency. */
const MAX_PAUSE_MS = 15_000;

const queue = defineQueue({
  table: "messages",
  running: "sending",
  condition: sql<boolean>`deadline_at > clock_timestamp() AND ${isOutboundActive}`,
});

export function startMessageSender({
  db,
  live,
  providers,
  stopMs,
  withdrawObsolete,
}: {
  db: Db;
  live: Live;
  providers: ChannelProviders;
  stopMs: number;
  /** Called before each claim and before a next step starts. */
  withdrawObsolete: (db: Db) => Promise<void>;
}): QueueRunner {
  return runQueue({
    async claim(max) {
      await withdrawObsolete(db);
      await endOverdueSteps(db, isOutboundActive);
      return claimMessages(db, max);
    },
    run: (message) => sendMessage(db, providers, message),
    concurrency: CONCURRENCY,
    wakeOn: { live, topic: "mail" },
    stopMs,
    pollMs: POLL_MS,
  });
}

export function claimMessages(db: Db, max: number): Promise<ClaimedMessage[]> {
  return queue.claim(db, max, LEASE_MS);
}

export function sendMessage(db: Db, providers: ChannelProviders, message: ClaimedMessage): Promise<void> {
  const { id, kind, channel, attempts, traceparent } = message;
  const attributes = { "message.id": id, "message.channel": channel, "message.attempt": attempts };
  return inSpan(`message ${kind}`, { kind: SpanKind.CLIENT, parent: traceparent, attributes }, async () => {
    const provider = providers[channel];
    if (provider) return attemptMessage(db, provider, message);
    await endStep(db, message, `No service for ${channel} is configured`);
  });
}

async function attemptMessage(db: Db, provider: ChannelProvider, row: ClaimedMessage): Promise<void> {
  const message = outgoingOf(row);
  if (row.submittedAt && row.provider === provider.name) {
    const isSettled = await settleInterrupted(db, provider, row, row.submittedAt);
    if (isSettled) return;
  }
  if (!(await recordSubmission(db, provider, row))) return;
  const answer = await provider.send(message).catch((error): Answer<"unanswered"> => {
    setSpanError(error);
    return { outcome: "unanswered", reason: error instanceof Error ? error.message : String(error) };
  });
  messageAttempts.inc({ channel: row.channel, result: answer.outcome });
  if (answer.outcome !== "sent") {
    const { outcome, reason } = answer;
    log.warn("message-not-sent", "A message was not accepted by its provider", {
      ...{ messageId: row.id, channel: row.channel, provider: provider.name, outcome, reason },
    });
  }
  switch (answer.outcome) {
    case "sent":
      if (isTextChannel(row.channel)) await clearChannelFailure(db, row.channel);
      return recordSent(db, row, answer);
    case "rejected":
      if (answer.isOptedOut && isTextChannel(row.channel)) await optOut(db, row.channel, row.recipient);
      return endStep(db, row, answer.reason);
    case "postponed":
      if (answer.isAccountRefused && isTextChannel(row.channel))
        await recordChannelFailure(db, row.channel, answer.reason);
      await queue.update(db, row, {
        state: "queued",
        dueAt: dueIn(answer.retryAfterMs ?? pauseMs(row)),
        submittedAt: null,
        lastError: answer.reason,
      });
      return;
    case "unanswered":
      await queue.update(db, row, {
        state: "queued",
        dueAt: provider.findSent ? dueIn(LOOKUP_DELAY_MS) : sql`deadline_at`,
        lastError: answer.reason,
      });
  }
}

/** Looks up the outcome of an interrupted attempt. Returns false if the message was certainly not sent. */
async function settleInterrupted(
  db: Db,
  provider: ChannelProvider,
  row: ClaimedMessage,
  since: Date,
): Promise<boolean> {
  const isKnown = async (providerId: string) => {
    const other = await db
      .selectFrom("messages")
      .select("id")
      .where("provider", "=", provider.name)
      .where("providerId", "=", providerId)
      .where("id", "!=", row.id)
      .executeTakeFirst();
    return other !== undefined;
  };
  const found = await provider.findSent?.(outgoingOf(row), since, isKnown).catch((error) => {
    setSpanError(error);
    return null;
  });
  if (found?.outcome === "absent") return false;
  if (found?.outcome === "sent") {
    await recordSent(db, row, found);
    return true;
  }
  const dueAt = provider.findSent ? dueIn(pauseMs(row)) : sql<Date>`deadline_at`;
  await queue.update(db, row, { state: "queued", dueAt });
  return true;
}

/** Marks the request before it is made, unless the recipient opted out meanwhile. */
async function recordSubmission(db: Db, { name }: ChannelProvider, row: ClaimedMessage): Promise<boolean> {
  const optedOut = sql<SqlBool>`EXISTS (SELECT FROM message_opt_outs AS opt_out
    WHERE opt_out.channel = messages.channel AND opt_out.recipient = messages.recipient)`;
  const { numUpdatedRows } = await db
    .updateTable("messages")
    .set({ submittedAt: sql`clock_timestamp()`, provider: name })
    .where(queue.isClaimed(row))
    .where(sql<SqlBool>`deadline_at > clock_timestamp() AND NOT ${optedOut}`)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  await db.transaction().execute(async (transaction) => {
    const withdrawn = await transaction
      .updateTable("messages")
      .set({ state: "withdrawn", dueAt: null, deadlineAt: null, nextSteps: "[]" })
      .where(queue.isClaimed(row))
      .where(optedOut)
      .returning("id")
      .executeTakeFirst();
    if (withdrawn) await startNextStep(transaction, row);
  });
  return false;
}

/** A report of the provider or the deadline may have come first. */
async function recordSent(
  db: Db,
  row: ClaimedMessage,
  { providerId, cost }: Pick<Answer<"sent">, "providerId" | "cost">,
): Promise<void> {
  const isAwaited = sql`next_steps <> '[]'`;
  const { numUpdatedRows } = await db
    .updateTable("messages")
    .set({
      state: "sent",
      sentAt: sql`clock_timestamp()`,
      dueAt: null,
      deadlineAt: sql`CASE WHEN ${isAwaited} THEN deadline_at END`,
      submittedAt: null,
      lastError: null,
      providerId,
      ...costColumns(cost),
    })
    .where("id", "=", row.id)
    .where("state", "in", ["queued", "sending", "unknown"])
    .executeTakeFirst();
  if (numUpdatedRows > 0n || !providerId) return;
  await db
    .updateTable("messages")
    .set({ providerId, ...costColumns(cost) })
    .where("id", "=", row.id)
    .where("providerId", "is", null)
    .execute();
}

/** Ends the step as failed and starts the next one. */
async function endStep(db: Db, row: ClaimedMessage, reason: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const isEnded = await queue.update(transaction, row, {
      state: "failed",
      failedAt: sql`clock_timestamp()`,
      dueAt: null,
      deadlineAt: null,
      submittedAt: null,
      nextSteps: "[]",
      lastError: reason,
    });
    if (isEnded) await startNextStep(transaction, row);
  });
}

function outgoingOf({ id, kind, recipient, content }: ClaimedMessage): OutgoingMessage {
  return { id, kind, recipient, content };
}

function isTextChannel(channel: MessageChannel): channel is "sms" | "whatsapp" {
  return channel !== "push";
}

function pauseMs({ attempts }: ClaimedMessage): number {
  return Math.min(backoffMs(attempts), MAX_PAUSE_MS);
}
