import { type Kysely, sql, type UpdateObject } from "kysely";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { inTransaction } from "../database/transaction.server";
import { inRequestScope } from "../http/request-scope.server";
import { isOutboundPaused } from "../jobs/outbound-pause.server";
import {
  backoffMs,
  type Claimed,
  defineQueue,
  dueIn,
  MAX_ATTEMPTS,
  type QueueRunner,
  runQueue,
} from "../jobs/queue.server";
import { log } from "../log.server";
import { reactionAttempts } from "../metrics/metrics.server";
import { addMinutes } from "../time";
import { inSpan, setSpanError } from "../tracing/tracing.server";
import type { EventType } from "./events";
import { type OutboxEvent, withReasons } from "./events.server";
import { type Reactions, type RecordedEvent, reactionsTo } from "./reaction.server";

const LEASE_MS = 15_000;
const RENEWAL_MS = 5_000;
/** Longer running reactions count as hung and are retried. */
const HUNG_MS = 60_000;
const STOP_MS = 10_000;
/** Jobs claimed in advance, per slot. */
const PREFETCH = 4;
/** Retention of failed jobs, in days. */
const RETENTION_DAYS = 30;

const queue = defineQueue({ table: "reactionJobs", running: "running" });

/** Creates one job per reaction to the events, in the caller's transaction. */
export async function enqueueReactions(
  ctx: Ctx,
  events: readonly OutboxEvent[],
  reactions: Reactions,
): Promise<void> {
  const jobs = events.flatMap((event) =>
    reactionsTo(event, reactions).map(({ name }) => ({ trailId: event.id, reaction: name, event })),
  );
  if (jobs.length === 0) return;
  await sql`
    INSERT INTO reaction_jobs (trail_id, reaction, event)
    SELECT "trailId", reaction, event
    FROM jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) AS job ("trailId" bigint, reaction text, event jsonb)`.execute(
    ctx.db,
  );
}

interface ReactionTools {
  db: Kysely<Tables>;
  config: Config;
  reactions: Reactions;
  contextOf(event: OutboxEvent): Ctx;
}

/**
 * `concurrency`: events per process whose reactions run at the same time; each may hold a database connection.
 */
export function runReactions(tools: ReactionTools, concurrency: number): QueueRunner {
  const { db } = tools;
  return runQueue<ReactionJob[]>({
    claim: async (max) => groupByEvent(tools, await claimJobs(db, max)),
    run: (jobs) => reactTo(tools, jobs),
    renew: {
      lease: (jobs) => updateAll(db, jobs, { dueAt: dueIn(LEASE_MS) }),
      everyMs: RENEWAL_MS,
      untilMs: HUNG_MS,
    },
    concurrency,
    // Frees the slot of a hung reaction.
    slow: { afterMs: HUNG_MS, max: 2 * concurrency },
    prefetch: {
      max: PREFETCH * concurrency,
      release: (groups) =>
        updateAll(db, groups.flat(), {
          state: "waiting",
          dueAt: dueIn(0),
          attempts: sql`attempts - 1`,
        }),
    },
    stopMs: STOP_MS,
  });
}

interface ReactionJob extends Omit<Claimed<"reactionJobs">, "event"> {
  event: RecordedEvent<EventType>;
}

/** In one transaction, so that no job waits for the end of its lease when the trail cannot be read. */
function claimJobs(db: Kysely<Tables>, max: number): Promise<ReactionJob[]> {
  return db.transaction().execute(async (transaction) => {
    const jobs = await queue.claim(transaction, max, LEASE_MS);
    if (jobs.length === 0) return [];
    const events = await withReasons(
      transaction,
      jobs.map(({ event }) => event),
    );
    return jobs.map((job, index) => ({ ...job, event: events[index]! }));
  });
}

/** First attempts of an event's reactions share a transaction, and so what they read in common. */
function groupByEvent({ reactions }: ReactionTools, jobs: readonly ReactionJob[]): ReactionJob[][] {
  const groups = Map.groupBy(jobs, (job) => {
    const reaction = findReaction(job, reactions);
    const runsAlone = job.attempts > 1 || !reaction || reaction.external;
    return runsAlone ? `job ${job.id}` : `event ${job.trailId}`;
  });
  return [...groups.values()];
}

async function reactTo(tools: ReactionTools, jobs: readonly ReactionJob[]): Promise<void> {
  if (jobs.length > 1 && (await reactTogether(tools, jobs))) return;
  for (const job of jobs) await inReactionSpan(job, () => react(tools, job));
}

/** Continues the trace of the event's request. */
function inReactionSpan<Result>(
  { event, reaction, attempts }: ReactionJob,
  work: () => Promise<Result>,
): Promise<Result> {
  const attributes = { "event.type": event.type, "event.id": event.id, "job.attempt": attempts };
  const route = `reaction ${reaction}`;
  return inRequestScope({ requestId: event.requestId, route }, () =>
    inSpan(route, { parent: event.traceparent, attributes }, work),
  );
}

/** Returns false if one failed and all were rolled back. Each then runs alone, so that the others succeed. */
async function reactTogether(tools: ReactionTools, jobs: readonly ReactionJob[]): Promise<boolean> {
  try {
    await inTransaction(tools.contextOf(jobs[0]!.event), async (ctx) => {
      for (const job of jobs)
        await inReactionSpan(job, async () =>
          findReaction(job, tools.reactions)?.run(ctx, job.event, { config: tools.config }),
        );
      await complete(ctx, jobs);
    });
  } catch {
    return false;
  }
  for (const { reaction } of jobs) reactionAttempts.inc({ reaction, result: "done" });
  return true;
}

function findReaction({ event, reaction: name }: ReactionJob, reactions: Reactions) {
  return reactionsTo(event, reactions).find((reaction) => reaction.name === name);
}

async function react(tools: ReactionTools, job: ReactionJob): Promise<void> {
  const { event, reaction: name, attempts: attempt } = job;
  const ctx = tools.contextOf(event);
  const reaction = findReaction(job, tools.reactions);
  if (!reaction) {
    log.warn("reaction-unknown", "The reaction of a job no longer exists", {
      event: event.type,
      reaction: name,
      jobId: job.id,
    });
    await complete(ctx, [job]);
    return;
  }
  const run = (ctx: Ctx) => reaction.run(ctx, event, { config: tools.config });
  try {
    if (attempt > MAX_ATTEMPTS) throw new Error("Earlier attempts ended their process");
    if (reaction.external && (await isOutboundPaused(ctx.db)))
      throw new Error("Waiting until the restore is released");
    if (reaction.external) await run(ctx);
    await inTransaction(ctx, async (ctx) => {
      if (!reaction.external) await run(ctx);
      await complete(ctx, [job]);
    });
    reactionAttempts.inc({ reaction: name, result: "done" });
  } catch (error) {
    setSpanError(error);
    const isFinal = attempt >= MAX_ATTEMPTS;
    const fields = { error, requestId: event.requestId, event: event.type, reaction: name, attempt };
    reactionAttempts.inc({ reaction: name, result: isFinal ? "failed" : "retried" });
    if (isFinal) log.error("reaction-failed", "A reaction failed permanently", fields);
    else log.warn("reaction-retried", "A reaction failed and will be retried", fields);
    await queue.update(
      tools.db,
      job,
      isFinal
        ? { state: "failed", dueAt: null, endedAt: sql`clock_timestamp()` }
        : { state: "waiting", dueAt: dueIn(backoffMs(attempt)) },
    );
  }
}

/**
 * In the transaction of the reaction, so that its writes and the end of the job commit together. The commit
 * does not wait for the disk: after a crash of the database both are missing, and the job runs again. Effects
 * outside the database follow a later claim, whose commit also flushes this one.
 */
async function complete(ctx: Ctx, jobs: readonly ReactionJob[]): Promise<void> {
  const completed = await ctx.db
    .deleteFrom("reactionJobs")
    .where(areClaimed(jobs))
    .returning(sql`set_config('synchronous_commit', 'off', true)`.as("synchronousCommit"))
    .execute();
  if (completed.length < jobs.length) throw new Error("Another attempt has taken this job");
}

async function updateAll(
  db: Kysely<Tables>,
  jobs: readonly ReactionJob[],
  changes: UpdateObject<Tables, "reactionJobs">,
): Promise<void> {
  await db.updateTable("reactionJobs").set(changes).where(areClaimed(jobs)).execute();
}

function areClaimed(jobs: readonly ReactionJob[]) {
  return sql<boolean>`(${sql.join(jobs.map(queue.isClaimed), sql` OR `)})`;
}

export async function purgeFailedReactions(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("reactionJobs")
    .where("endedAt", "<", addMinutes(ctx.now, -RETENTION_DAYS * 24 * 60))
    .execute();
}
