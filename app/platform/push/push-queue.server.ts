import { sql } from "kysely";
import type { Ctx } from "../context";
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
import type { PushLine, PushMessage, PushOptions } from "./push-message";
import type { PushConfig } from "./push-transport.server";
import { sendPush } from "./send-push.server";

/*
 * Push messages in the transaction of their cause (docs/decisions/0118-web-push.md). A crash can send a message twice;
 * the second replaces the first on the device, because both have the same tag.
 */

type Db = Ctx["db"];

const CONCURRENCY = 10;
const LEASE_MS = 30_000;
const STOP_MS = 5_000;

export interface PushToQueue {
  userId: string;
  /** Changes of one kind and user that are gathered in one message. */
  kind: string;
  line: PushLine;
  /** Message about all gathered lines, sorted by time. Runs in the recipient's language. */
  compose: (lines: readonly PushLine[]) => PushMessage;
  /** Time in which changes are gathered, from the first one on. */
  gatherMs: number;
  ttlSeconds: number;
  urgency: PushOptions["urgency"];
}

/** In the caller's transaction. Does nothing if the user has no device with notifications. */
export async function queuePush(
  ctx: Ctx,
  { userId, kind, line, compose, ...options }: PushToQueue,
): Promise<void> {
  const device = await ctx.db
    .selectFrom("pushSubscriptions")
    .select("id")
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!device) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`push ${kind} ${userId}`}, 0))`.execute(ctx.db);
  const waiting = await ctx.db
    .selectFrom("pushMessages")
    .select(["id", "lines"])
    .where("userId", "=", userId)
    .where("kind", "=", kind)
    .where("state", "=", "queued")
    .where("attempts", "=", 0)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const lines = [...(waiting?.lines ?? []), line].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const content = { lines: JSON.stringify(lines), message: JSON.stringify(compose(lines)) };
  if (waiting) {
    await ctx.db.updateTable("pushMessages").set(content).where("id", "=", waiting.id).execute();
    return;
  }
  await ctx.db
    .insertInto("pushMessages")
    .values({
      ...{ userId, kind, ...content, urgency: options.urgency },
      dueAt: dueIn(options.gatherMs),
      expiresAt: dueIn(options.gatherMs + options.ttlSeconds * 1000),
      createdAt: sql`clock_timestamp()`,
    })
    .execute();
}

const queue = defineQueue({
  table: "pushMessages",
  running: "sending",
  condition: sql<boolean>`${isOutboundActive}`,
});

interface Tools {
  db: Db;
  config: PushConfig;
}

/** Any number of processes may run it. */
export function startPushSender({ live, ...tools }: Tools & { live: Live }): QueueRunner {
  return runQueue({
    claim: (max) => queue.claim(tools.db, max, LEASE_MS),
    run: (message) => attempt(tools, message),
    concurrency: CONCURRENCY,
    wakeOn: { live, topic: "push" },
    stopMs: STOP_MS,
  });
}

/** Sends due messages. Returns their number. */
export async function sendDuePushMessages(tools: Tools): Promise<number> {
  const claimed = await queue.claim(tools.db, CONCURRENCY, LEASE_MS);
  await Promise.all(claimed.map((message) => attempt(tools, message)));
  return claimed.length;
}

async function attempt({ db, config }: Tools, row: Claimed<"pushMessages">): Promise<void> {
  const leftMs = row.expiresAt.getTime() - Date.now();
  const result =
    leftMs <= 0
      ? null
      : await sendPush({ db }, config, row.userId, () => row.message, {
          ttlSeconds: Math.ceil(leftMs / 1000),
          urgency: row.urgency as PushOptions["urgency"],
        });
  // Devices that received it are not sent it again for the others.
  if (!result || result.accepted > 0 || result.failed === 0) {
    await db.deleteFrom("pushMessages").where(queue.isClaimed(row)).execute();
    return;
  }
  const pauseMs = result.retryAfterMs ?? backoffMs(row.attempts);
  await queue.update(db, row, { state: "queued", dueAt: dueIn(pauseMs) });
}
