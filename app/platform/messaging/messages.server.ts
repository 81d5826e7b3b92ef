import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { concernsRecords, isInMonthsSince } from "../events/trail.server";
import { dueIn } from "../jobs/queue.server";
import { DEFAULT_LOCALE } from "../locale/locale";
import { type NewMail, queueMail } from "../mail/mail.server";
import { addMinutes } from "../time";
import { currentTraceparent } from "../tracing/tracing.server";
import type { Channel, MessageContent, MessageCost, MessageStep, StatusReport } from "./channel";
import type { Route } from "./routing";

type Db = Kysely<Tables>;
type MessageRow = Selectable<Tables["messages"]>;

export interface NewMessage {
  /** Unique together with entry, recipient and channel. */
  kind: string;
  trailId: number | null;
  content: MessageContent;
  route: Route;
  /** Email of the route's email step, which is left out without it. */
  mail?: NewMail;
}

/** In the caller's transaction. Keeps an existing message of the same entry, kind, recipient and channel. */
export async function queueMessage(ctx: Ctx, message: NewMessage): Promise<void> {
  const { route, mail, ...chain } = message;
  const steps = route.steps.flatMap(({ channel, ...step }): MessageStep[] => {
    if (channel !== "email") return [{ channel, ...step }];
    return mail ? [{ channel, mail }] : [];
  });
  const delayMs = Math.max(0, route.startsAt.getTime() - ctx.now.getTime());
  await startStep(ctx, { ...chain, traceparent: currentTraceparent() }, steps, delayMs);
}

interface Chain {
  kind: string;
  trailId: number | null;
  content: MessageContent;
  traceparent: string | null;
}

/** Starts the first step whose recipient has not opted out of the channel. */
async function startStep(
  ctx: Ctx,
  chain: Chain,
  steps: readonly MessageStep[],
  delayMs: number,
): Promise<void> {
  const [step, ...next] = steps;
  if (!step) return;
  if (step.channel === "email") return queueMail(ctx, step.mail);
  const { channel, recipient, seconds } = step;
  const { usefulUntil = null } = chain.content;
  if (await hasOptedOut(ctx.db, channel, recipient)) return startStep(ctx, chain, next, delayMs);
  await ctx.db
    .insertInto("messages")
    .values({
      id: randomUUID(),
      ...chain,
      channel,
      recipient,
      content: JSON.stringify(chain.content),
      nextSteps: JSON.stringify(next),
      dueAt: dueIn(delayMs),
      // A text that no longer holds is not sent: the sender takes no message after its deadline.
      deadlineAt: sql`least(${dueIn(delayMs + seconds * 1000)}, ${usefulUntil}::timestamptz)`,
      createdAt: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(["trailId", "kind", "recipient", "channel"]).doNothing())
    .execute();
}

/** Starts the step after one that ended. `ended`: the row before its next steps were cleared. */
export async function startNextStep(db: Db, ended: Chain & Pick<MessageRow, "nextSteps">): Promise<void> {
  const { kind, trailId, content, traceparent, nextSteps } = ended;
  const ctx = { actor: system, db, now: new Date(), requestId: "messages", locale: DEFAULT_LOCALE };
  await startStep(ctx, { kind, trailId, content, traceparent }, nextSteps, 0);
}

/**
 * Ends the step of each message whose deadline has passed. A message that may have arrived becomes unknown. A
 * message that the provider has accepted keeps its state.
 */
export async function endOverdueSteps(db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<Chain & Pick<MessageRow, "nextSteps">>`
      UPDATE messages SET
        state = CASE WHEN messages.state = 'sent' THEN 'sent' WHEN submitted_at IS NULL THEN 'failed' ELSE 'unknown' END,
        failed_at = CASE WHEN messages.state <> 'sent' AND submitted_at IS NULL THEN clock_timestamp() END,
        last_error = CASE WHEN messages.state = 'sent' THEN last_error
          ELSE coalesce(last_error, 'Not sent by its deadline') END,
        due_at = NULL, deadline_at = NULL, next_steps = '[]'
      FROM (
        SELECT id, content, next_steps FROM messages
        WHERE deadline_at <= clock_timestamp() AND ${condition}
        ORDER BY deadline_at LIMIT 100 FOR UPDATE SKIP LOCKED
      ) AS before
      WHERE messages.id = before.id
      RETURNING kind, trail_id, before.content, before.next_steps, traceparent`.execute(transaction);
    for (const row of rows) await startNextStep(transaction, row);
  });
}

/**
 * After a restore: messages that waited in the backup may have been sent since, and end as unknown. `all`: newer ones
 * are withdrawn.
 */
export async function endRestoredMessages(
  ctx: Ctx,
  { restoredAt, all }: { restoredAt: Date; all: boolean },
): Promise<void> {
  const isRestored = sql<boolean>`created_at <= ${restoredAt}`;
  await ctx.db
    .updateTable("messages")
    .set({
      state: sql`CASE WHEN state = 'sent' THEN 'sent' WHEN ${isRestored} THEN 'unknown' ELSE 'withdrawn' END`,
      dueAt: null,
      deadlineAt: null,
      nextSteps: "[]",
      lastError: sql`CASE WHEN state = 'sent' THEN last_error ELSE 'Not sent after a restore' END`,
    })
    .where(sql<boolean>`(due_at IS NOT NULL OR deadline_at IS NOT NULL) AND (${isRestored} OR ${all})`)
    .execute();
}

/** States in which a report changes the message: reports arrive in any order, several times and late. */
const STATES_BEFORE: Record<StatusReport["state"], readonly MessageRow["state"][]> = {
  sent: ["queued", "sending", "unknown"],
  failed: ["queued", "sending", "sent", "unknown"],
  delivered: ["queued", "sending", "sent", "unknown", "failed", "withdrawn"],
  read: ["queued", "sending", "sent", "unknown", "failed", "withdrawn", "delivered"],
};

/** In the caller's transaction. Returns false for a message that is not ours. */
export async function applyStatusReport(ctx: Ctx, report: StatusReport): Promise<boolean> {
  const { provider, providerId, id, state, at, error, cost } = report;
  const row = await ctx.db
    .selectFrom("messages")
    .selectAll()
    .where((eb) => {
      const isNamed = eb.and([eb("provider", "=", provider), eb("providerId", "=", providerId)]);
      // The report may arrive before the response that names the identifier.
      const isReferenced = id
        ? [eb.and([eb("id", "=", id), eb("provider", "=", provider), eb("providerId", "is", null)])]
        : [];
      return eb.or([isNamed, ...isReferenced]);
    })
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const priced = { providerId, ...costColumns(cost) };
  if (!STATES_BEFORE[state].includes(row.state)) {
    await ctx.db.updateTable("messages").set(priced).where("id", "=", row.id).execute();
    return true;
  }
  const isAwaited = state === "sent" && row.nextSteps.length > 0 && row.deadlineAt !== null;
  await ctx.db
    .updateTable("messages")
    .set({
      ...priced,
      state,
      dueAt: null,
      submittedAt: null,
      deadlineAt: isAwaited ? row.deadlineAt : null,
      ...(!isAwaited && { nextSteps: "[]" }),
      lastError: state === "failed" ? (error ?? "Not delivered") : null,
      sentAt: row.sentAt ?? (state === "failed" ? null : at),
      deliveredAt: row.deliveredAt ?? (state === "delivered" || state === "read" ? at : null),
      readAt: state === "read" ? at : row.readAt,
      failedAt: state === "failed" ? at : null,
    })
    .where("id", "=", row.id)
    .execute();
  if (state === "failed") await startNextStep(ctx.db, row);
  return true;
}

export function costColumns(cost: MessageCost | undefined) {
  return cost ? { costMicros: cost.micros, costCurrency: cost.currency } : {};
}

/**
 * Withdraws messages that were not submitted yet, and all steps that would follow. Returns true if a message was
 * or may have been sent.
 */
export async function withdrawMessages(
  ctx: Ctx,
  { trailId, kind }: { trailId: number; kind: string },
): Promise<boolean> {
  const isUnsent = sql<boolean>`state IN ('queued', 'sending') AND submitted_at IS NULL`;
  const rows = await ctx.db
    .updateTable("messages")
    .set({
      state: sql`CASE WHEN ${isUnsent} THEN 'withdrawn' ELSE state END`,
      dueAt: sql`CASE WHEN ${isUnsent} THEN NULL ELSE due_at END`,
      deadlineAt: sql`CASE WHEN state = 'sent' OR ${isUnsent} THEN NULL ELSE deadline_at END`,
      nextSteps: "[]",
    })
    .where("trailId", "=", trailId)
    .where("kind", "=", kind)
    .returning("state")
    .execute();
  return rows.some(({ state }) => state !== "withdrawn" && state !== "failed");
}

interface Redirection {
  subjectId: string;
  /** No entry of the record is older. */
  since: Date;
  from: string;
  /** `phone`: null if it cannot receive texts. */
  to: { phone: string | null; email: string | null };
  relinkText: (content: MessageContent) => MessageContent;
  relinkMail: (mail: NewMail) => NewMail;
}

/**
 * In the caller's transaction. Messages about a record that were not submitted yet, and all steps that would follow, go to
 * a corrected phone and email. `except`: kinds that are not for this recipient.
 */
export async function redirectMessages(
  ctx: Ctx,
  { subjectId, since, from, to, relinkText, relinkMail }: Redirection,
  except: readonly string[],
): Promise<void> {
  const rows = await ctx.db
    .selectFrom("messages")
    .innerJoin("trail", "trail.id", "messages.trailId")
    .selectAll("messages")
    .where("trail.subjectId", "=", subjectId)
    .where(isInMonthsSince("trail.id", since))
    .where("messages.recipient", "=", from)
    .where(sql<boolean>`messages.kind <> ALL (${except}::text[])`)
    .where("messages.state", "in", ["queued", "sending", "sent"])
    .where(sql<boolean>`(messages.state <> 'sent' AND submitted_at IS NULL OR messages.next_steps <> '[]')`)
    .forUpdate("messages")
    .execute();
  for (const row of rows) {
    const steps = row.nextSteps.flatMap((step): MessageStep[] => {
      if (step.channel !== "email") return to.phone ? [{ ...step, recipient: to.phone }] : [];
      return to.email ? [{ ...step, mail: relinkMail({ ...step.mail, recipient: to.email }) }] : [];
    });
    const message = ctx.db.updateTable("messages").where("id", "=", row.id);
    if (row.state === "sent" || row.submittedAt !== null)
      await message.set({ nextSteps: JSON.stringify(steps) }).execute();
    else if (to.phone) {
      const content = JSON.stringify(relinkText(row.content));
      // A sender that has claimed the message loses it.
      await message
        .set({ recipient: to.phone, content, nextSteps: JSON.stringify(steps), state: "queued" })
        .execute();
    } else {
      await message.set({ state: "withdrawn", dueAt: null, deadlineAt: null, nextSteps: "[]" }).execute();
      await startStep(ctx, row, steps, 0);
    }
  }
}

/**
 * In the caller's transaction. Withdraws a message that was not attempted yet and queues the email of its chain instead.
 * Returns false without such a message.
 */
export async function replaceByMail(
  ctx: Ctx,
  { kind, recipient }: { kind: string; recipient: string },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("messages")
    .select(["id", "nextSteps"])
    .where("recipient", "=", recipient)
    .where("kind", "=", kind)
    .where("state", "=", "queued")
    .where("attempts", "=", 0)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const step = row?.nextSteps.find((next) => next.channel === "email");
  if (!row || step?.channel !== "email") return false;
  await ctx.db
    .updateTable("messages")
    .set({ state: "withdrawn", dueAt: null, deadlineAt: null, nextSteps: "[]" })
    .where("id", "=", row.id)
    .execute();
  await queueMail(ctx, step.mail);
  return true;
}

export async function hasOptedOut(db: Db, channel: Channel, recipient: string): Promise<boolean> {
  const row = await db
    .selectFrom("messageOptOuts")
    .select("channel")
    .where("channel", "=", channel as "sms" | "whatsapp")
    .where("recipient", "=", recipient)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listOptOuts(db: Db, recipient: string): Promise<("sms" | "whatsapp")[]> {
  const rows = await db
    .selectFrom("messageOptOuts")
    .select("channel")
    .where("recipient", "=", recipient)
    .execute();
  return rows.map(({ channel }) => channel);
}

/**
 * In the caller's transaction. Closes the channel for the recipient: queued messages are withdrawn and continue on
 * their next channel. Messages that are being sent check again before the request.
 */
export async function optOut(db: Db, channel: "sms" | "whatsapp", recipient: string): Promise<void> {
  await db
    .insertInto("messageOptOuts")
    .values({ channel, recipient })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<Chain & Pick<MessageRow, "nextSteps">>`
    UPDATE messages SET state = 'withdrawn', due_at = NULL, deadline_at = NULL, next_steps = '[]'
    FROM (
      SELECT id, content, next_steps FROM messages
      WHERE channel = ${channel} AND recipient = ${recipient} AND state IN ('queued', 'sending')
        AND submitted_at IS NULL
      ORDER BY id FOR UPDATE
    ) AS before
    WHERE messages.id = before.id
    RETURNING kind, trail_id, before.content, before.next_steps, traceparent`.execute(db);
  for (const row of rows) await startNextStep(db, row);
}

export async function optIn(db: Db, channel: "sms" | "whatsapp", recipient: string): Promise<void> {
  await db
    .deleteFrom("messageOptOuts")
    .where("channel", "=", channel)
    .where("recipient", "=", recipient)
    .execute();
}

export async function purgeSentMessages(ctx: Ctx, retentionDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("messages")
    .where("createdAt", "<", addMinutes(ctx.now, -retentionDays * 24 * 60))
    .where("dueAt", "is", null)
    .execute();
}

/** Messages to the recipients or about the records. A phone is no recipient here, because an account can name any. */
export async function eraseMessages(
  ctx: Ctx,
  { recipients, recordIds }: { recipients: readonly string[]; recordIds: readonly string[] },
): Promise<void> {
  const isAmong = sql<string>`any(${recipients}::text[])`;
  await ctx.db
    .updateTable("messages")
    .set({
      recipient: sql`'deleted-' || id`,
      content: "{}",
      nextSteps: "[]",
      state: sql`CASE WHEN state IN ('queued', 'sending') THEN 'withdrawn' ELSE state END`,
      dueAt: null,
      deadlineAt: null,
      submittedAt: null,
      providerId: null,
      lastError: null,
    })
    .where((eb) => {
      const about = eb.selectFrom("trail").select("trail.id").where(concernsRecords(recordIds));
      return eb.or([eb("recipient", "=", isAmong), eb("trailId", "in", about)]);
    })
    .execute();
}
