import { type Kysely, sql } from "kysely";
import { m } from "~/paraglide/messages";
import { type Actor, system, userIdOf, userRoles } from "../auth/actor";
import type { Permitted } from "../auth/command.server";
import { enforceSecondFactor, type SecondFactorCheck } from "../auth/enforce-second-factor.server";
import { may } from "../auth/permissions";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { inTransaction } from "../database/transaction.server";
import { isRefusal, type Refusal } from "../http/refusal";
import { inRequestScope } from "../http/request-scope.server";
import type { Live } from "../live/live.server";
import { localeOrDefault } from "../locale/locale";
import { inLocale } from "../locale/locale.server";
import { log } from "../log.server";
import { addMinutes } from "../time";
import { currentTraceparent, inSpan, setSpanError } from "../tracing/tracing.server";
import { type BackgroundJobKind, type BackgroundJobSummary, backgroundJobKinds } from "./background-job";
import { type Claimed, defineQueue, dueIn, type QueueRunner, runQueue } from "./queue.server";

export interface BackgroundJobHandler {
  /**
   * For handlers that call external services or write files. They must be idempotent, because a crashed job
   * runs again.
   */
  withoutTransaction?: true;
  /**
   * Runs with the starter's current permissions, in the transaction that completes the job. A refusal fails
   * the job; an exception causes another attempt.
   */
  run(
    ctx: Ctx,
    input: Record<string, unknown>,
    tools: BackgroundJobTools,
  ): Promise<Record<string, unknown> | Refusal>;
}

export interface BackgroundJobTools {
  config: Config;
  /** Visible before the job's commit. */
  progress(done: number, total: number): void;
}

export type BackgroundJobHandlers = { [Kind in BackgroundJobKind]?: BackgroundJobHandler };

const RETENTION_DAYS = 7;
const MAX_ATTEMPTS = 3;
const LEASE_MS = 30_000;
const LEASE_RENEWAL_MS = 10_000;
const RETRY_MS = 5_000;
const PROGRESS_MS = 500;
const STOP_MS = 10_000;
const POLL_MS = 5_000;

const queue = defineQueue({ table: "backgroundJobs", running: "running", initial: { stepsDone: 0 } });

export async function enqueueBackgroundJob(
  ctx: Ctx,
  job: { kind: BackgroundJobKind; label?: string; input?: object },
): Promise<string> {
  const { kind, label = "", input = {} } = job;
  const row = await ctx.db
    .insertInto("backgroundJobs")
    .values({
      kind,
      label: label.slice(0, 200),
      input: JSON.stringify(input),
      startedBy: userIdOf(ctx.actor),
      startedAt: ctx.now,
      requestId: ctx.requestId,
      traceparent: currentTraceparent(),
      locale: ctx.locale,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

const MAX_LISTED = 100;

export type ExternalJobList = Permitted<[since: Date], BackgroundJobSummary[]>;

export async function listBackgroundJobs(
  ctx: Ctx,
  externalLists: readonly ExternalJobList[] = [],
): Promise<BackgroundJobSummary[]> {
  const stored = await listStoredJobs(ctx);
  const permitted = externalLists.filter(({ permission }) => may(ctx.actor, permission));
  const external = await Promise.all(permitted.map((list) => list(ctx, listedSince(ctx))));
  return [...stored, ...external.flat()]
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
    .slice(0, MAX_LISTED);
}

async function listStoredJobs(ctx: Ctx): Promise<BackgroundJobSummary[]> {
  const kinds = visibleKinds(ctx.actor);
  if (kinds.length === 0) return [];
  const rows = await selectSummaries(ctx)
    .where("kind", "in", kinds)
    .orderBy("backgroundJobs.startedAt", "desc")
    .orderBy("backgroundJobs.id", "desc")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(summaryOf);
}

export async function findBackgroundJob(
  ctx: Ctx,
  id: string,
): Promise<{
  job: StoredJobSummary;
  input: Record<string, unknown>;
  result: Record<string, unknown> | null;
} | null> {
  const row = await selectSummaries(ctx)
    .select(["input", "result"])
    .where("backgroundJobs.id", "=", id)
    .executeTakeFirst();
  if (!row || !visibleKinds(ctx.actor).includes(row.kind as BackgroundJobKind)) return null;
  return { job: summaryOf(row), input: row.input, result: row.result };
}

function visibleKinds(actor: Actor): BackgroundJobKind[] {
  return (Object.keys(backgroundJobKinds) as BackgroundJobKind[]).filter((kind) =>
    may(actor, backgroundJobKinds[kind]),
  );
}

type StoredJobSummary = BackgroundJobSummary & { kind: BackgroundJobKind };

function selectSummaries(ctx: Ctx) {
  return ctx.db
    .selectFrom("backgroundJobs")
    .leftJoin("users", "users.id", "startedBy")
    .select(["backgroundJobs.id", "kind", "label", "users.name", "startedBy", "startedAt"])
    .select(["state", "stepsDone", "stepsTotal", "error", "endedAt"]);
}

function summaryOf(
  row: Awaited<ReturnType<ReturnType<typeof selectSummaries>["executeTakeFirstOrThrow"]>>,
): StoredJobSummary {
  return {
    id: row.id,
    kind: row.kind as BackgroundJobKind,
    label: row.label,
    origin: row.startedBy === null ? "clock" : "person",
    startedBy: row.name,
    startedAt: row.startedAt.toISOString(),
    state: row.state,
    stepsDone: row.stepsDone,
    stepsTotal: row.stepsTotal,
    error: row.error,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** Their input may contain personal data. */
export async function purgeBackgroundJobs(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom("backgroundJobs").where("endedAt", "<", listedSince(ctx)).execute();
}

const listedSince = ({ now }: Ctx) => addMinutes(now, -RETENTION_DAYS * 24 * 60);

interface RunnerTools {
  db: Kysely<Tables>;
  config: Config;
  handlers: BackgroundJobHandlers;
  messageFor: (refusal: Refusal) => string;
  isSecondFactorRequired: SecondFactorCheck;
}

/** Runs one job at a time. An interrupted job restarts after its lease. */
export function startBackgroundJobs(tools: RunnerTools & { live: Live }): QueueRunner {
  return runQueue({
    claim: (max) => claimJobs(tools.db, max),
    run: (job) => runJob(tools, job),
    renew: {
      lease: (job) => queue.update(tools.db, job, { dueAt: dueIn(LEASE_MS) }),
      everyMs: LEASE_RENEWAL_MS,
    },
    concurrency: 1,
    wakeOn: { live: tools.live, topic: "background-job" },
    stopMs: STOP_MS,
    pollMs: POLL_MS,
  });
}

export async function runNextJob(tools: RunnerTools): Promise<boolean> {
  const [job] = await claimJobs(tools.db, 1);
  if (job) await runJob(tools, job);
  return job !== undefined;
}

function runJob(tools: RunnerTools, job: ClaimedJob): Promise<void> {
  const attributes = { "job.id": job.id, "job.attempt": job.attempts };
  const route = `job ${job.kind}`;
  return inRequestScope({ requestId: job.requestId, route }, () =>
    inSpan(route, { parent: job.traceparent, attributes }, () =>
      inLocale(localeOrDefault(job.locale), () => attemptJob(tools, job)),
    ),
  );
}

async function attemptJob(
  { db, config, handlers, messageFor, isSecondFactorRequired }: RunnerTools,
  job: ClaimedJob,
): Promise<void> {
  const tools = { config, ...createProgressReporter(db, job) };
  try {
    const handler = handlers[job.kind as BackgroundJobKind];
    // A worker of the newer version that stored the job may take the next attempt.
    if (!handler) throw new Error(`There is no background job of the kind ${job.kind}`);
    const ctx = await contextOfStarter(db, job, isSecondFactorRequired);
    if (!ctx) await failJob(db, job, m.background_jobs_not_allowed());
    else {
      const run = async (ctx: Ctx) => handler.run(ctx, job.input, tools);
      const early = handler.withoutTransaction ? await run(ctx) : undefined;
      const result = await inTransaction(ctx, async (ctx) => {
        const result = early ?? (await run(ctx));
        if (!isRefusal(result)) await completeJob(ctx.db, job, result);
        return result;
      });
      if (isRefusal(result)) await failJob(db, job, messageFor(result));
    }
  } catch (error) {
    setSpanError(error);
    const fields = { error, job: job.id, kind: job.kind, requestId: job.requestId };
    if (job.attempts < MAX_ATTEMPTS) {
      log.warn("job-retried", "A background job failed and will be retried", fields);
      await queue.update(db, job, { state: "waiting", dueAt: dueIn(RETRY_MS) });
    } else {
      log.error("job-failed", "A background job failed permanently", fields);
      await failJob(db, job, m.background_jobs_failed());
    }
  } finally {
    await tools.flushed();
  }
}

type ClaimedJob = Claimed<"backgroundJobs">;

async function claimJobs(db: Kysely<Tables>, max: number): Promise<ClaimedJob[]> {
  const claimed = await queue.claim(db, max, LEASE_MS);
  const exhausted = claimed.filter(({ attempts }) => attempts > MAX_ATTEMPTS);
  for (const job of exhausted) {
    log.error("job-crashed", "A background job crashed its process too often", {
      job: job.id,
      kind: job.kind,
    });
    await failJob(db, job, m.background_jobs_failed({}, { locale: localeOrDefault(job.locale) }));
  }
  return exhausted.length > 0 && exhausted.length === claimed.length
    ? claimJobs(db, max)
    : claimed.filter((job) => !exhausted.includes(job));
}

async function contextOfStarter(
  db: Kysely<Tables>,
  job: ClaimedJob,
  isSecondFactorRequired: SecondFactorCheck,
): Promise<Ctx | null> {
  const ctx = { db, now: new Date(), requestId: job.requestId, locale: localeOrDefault(job.locale) };
  if (!job.startedBy) return { ...ctx, actor: system };
  const user = await db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "banned", "twoFactorEnabled", "grantedPermissions"])
    .where("id", "=", job.startedBy)
    .executeTakeFirst();
  const role = userRoles.find((role) => role === user?.role);
  if (!user || !role || user.banned) return null;
  const { id: userId, name, email, twoFactorEnabled: twoFactor, grantedPermissions: granted } = user;
  const asSystem = { ...ctx, actor: system };
  const actor = await enforceSecondFactor(
    asSystem,
    role,
    { userId, name, email, twoFactor, granted },
    isSecondFactorRequired,
  );
  return may(actor, backgroundJobKinds[job.kind as BackgroundJobKind]) ? { ...ctx, actor } : null;
}

function createProgressReporter(db: Kysely<Tables>, job: ClaimedJob) {
  let reportedAt = 0;
  let pending: Promise<unknown> = Promise.resolve();
  return {
    progress(done: number, total: number): void {
      if (Date.now() - reportedAt < PROGRESS_MS) return;
      reportedAt = Date.now();
      pending = queue
        .update(db, job, { stepsDone: done, stepsTotal: total, dueAt: dueIn(LEASE_MS) })
        .catch((error) =>
          log.warn("job-progress-not-stored", "Could not store a background job's progress", {
            error,
            job: job.id,
          }),
        );
    },
    flushed: () => pending,
  };
}

async function completeJob(
  db: Kysely<Tables>,
  job: ClaimedJob,
  result: Record<string, unknown>,
): Promise<void> {
  const isOwned = await queue.update(db, job, {
    state: "done",
    dueAt: null,
    endedAt: sql`clock_timestamp()`,
    result: JSON.stringify(result),
    stepsDone: sql`coalesce(steps_total, steps_done)`,
  });
  if (!isOwned) throw new Error("Another worker claimed this job");
}

async function failJob(db: Kysely<Tables>, job: ClaimedJob, message: string): Promise<void> {
  const ended = { state: "failed" as const, dueAt: null, endedAt: sql<Date>`clock_timestamp()` };
  await queue.update(db, job, { ...ended, error: message });
}
