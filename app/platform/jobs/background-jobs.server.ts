import { type Kysely, type Selectable, sql } from "kysely";
import { m } from "~/paraglide/messages";
import { type Actor, system, userIdOf, userRoles } from "../auth/actor";
import type { Permitted } from "../auth/command.server";
import { enforceSecondFactor, type SecondFactorCheck } from "../auth/enforce-second-factor.server";
import { may } from "../auth/permissions";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { inTransaction } from "../database/transaction.server";
import { ANY_TOPIC } from "../events/events";
import { isRefusal, type Refusal } from "../http/refusal";
import type { Live } from "../live/live.server";
import { localeNamed } from "../locale/locale";
import { inLocale } from "../locale/locale.server";
import { log } from "../log.server";
import { addMinutes } from "../time";
import { type BackgroundJobKind, type BackgroundJobSummary, backgroundJobKinds } from "./background-job";
import { createPoller } from "./poller.server";
import "../auth/auth-table";
import "./background-jobs-table";

/** What one kind of work does. */
export interface BackgroundJobHandler {
  /**
   * It speaks to others or writes files: it runs in no transaction, and takes short ones of its own. Killed in the middle it is
   * done again, so it must be possible to do it twice.
   */
  withoutTransaction?: true;
  /**
   * Does it, as whoever started it may at this moment, in one transaction that also marks it done; returns what is told of it.
   * A refusal ends it, and nothing of it remains; a throw lets it be tried again.
   */
  run(
    ctx: Ctx,
    input: Record<string, unknown>,
    tools: BackgroundJobTools,
  ): Promise<Record<string, unknown> | Refusal>;
}

export interface BackgroundJobTools {
  config: Config;
  /** Tells at once, whatever becomes of the transaction, how much is done. May be called for every row. */
  progress(done: number, total: number): void;
}

export type BackgroundJobHandlers = { [Kind in BackgroundJobKind]?: BackgroundJobHandler };

/** For how many days what is done or failed is listed. */
const RETENTION_DAYS = 7;
const MAX_ATTEMPTS = 3;
const LEASE_SECONDS = 30;
const LEASE_RENEWAL_MS = 10_000;
const PROGRESS_MS = 500;
const STOP_MS = 10_000;
/** Finds what nobody announced: leases that are over. */
const POLL_MS = 5_000;
/** Under which changes are announced. */
const TOPIC = "long-work";

/** Starts work in the background, in the caller's transaction; returns its id. */
export async function enqueueBackgroundJob(
  ctx: Ctx,
  work: { kind: BackgroundJobKind; about?: string; input?: object },
): Promise<string> {
  const { kind, about = "", input = {} } = work;
  const row = await ctx.db
    .insertInto("long_work")
    .values({
      kind,
      about: about.slice(0, 200),
      input: JSON.stringify(input),
      started_by: userIdOf(ctx.actor),
      started_at: ctx.now,
      request_id: ctx.requestId,
      locale: ctx.locale,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

const MAX_LISTED = 100;

/** Long work that is kept elsewhere: what runs and what ended since a moment. */
export type ExternalJobList = Permitted<[since: Date], BackgroundJobSummary[]>;

/** What runs and what was done in the last days, of the kinds that one may know of; the latest first. */
export async function listBackgroundJobs(
  ctx: Ctx,
  elsewhere: readonly ExternalJobList[] = [],
): Promise<BackgroundJobSummary[]> {
  const own = await listStoredJobs(ctx);
  const known = elsewhere.filter(({ permission }) => may(ctx.actor, permission));
  const others = await Promise.all(known.map((list) => list(ctx, listedSince(ctx))));
  return [...own, ...others.flat()]
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
    .slice(0, MAX_LISTED);
}

async function listStoredJobs(ctx: Ctx): Promise<BackgroundJobSummary[]> {
  const kinds = visibleKinds(ctx.actor);
  if (kinds.length === 0) return [];
  const rows = await selectSummaries(ctx)
    .where("kind", "in", kinds)
    .orderBy("long_work.started_at", "desc")
    .orderBy("long_work.id", "desc")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(summaryOf);
}

/** One piece of work with what came of it; null where there is none that one may know of. */
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
    .where("long_work.id", "=", id)
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
    .selectFrom("long_work")
    .leftJoin("users", "users.id", "started_by")
    .select(["long_work.id", "kind", "about", "users.name", "started_by", "started_at"])
    .select(["state", "done", "total", "error", "ended_at"]);
}

function summaryOf(
  row: Awaited<ReturnType<ReturnType<typeof selectSummaries>["executeTakeFirstOrThrow"]>>,
): StoredJobSummary {
  return {
    id: row.id,
    kind: row.kind as BackgroundJobKind,
    about: row.about,
    origin: row.started_by === null ? "clock" : "person",
    startedBy: row.name,
    startedAt: row.started_at.toISOString(),
    state: row.state,
    done: row.done,
    total: row.total,
    error: row.error,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** Removes what ended long ago, with what it worked on. */
export async function purgeBackgroundJobs(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom("long_work").where("ended_at", "<", listedSince(ctx)).execute();
}

const listedSince = ({ now }: Ctx) => addMinutes(now, -RETENTION_DAYS * 24 * 60);

export interface BackgroundJobRunner {
  /** Takes no more, and waits some seconds for what is under way; what is left then begins again when its lease is over. */
  stop(): Promise<void>;
}

interface RunnerTools {
  db: Kysely<Tables>;
  config: Config;
  handlers: BackgroundJobHandlers;
  wordsFor: (refusal: Refusal) => string;
  isSecondFactorRequired: SecondFactorCheck;
}

/** Does the work that waits, one piece at a time. Any number of processes may do so beside each other. */
export function startBackgroundJobs(tools: RunnerTools & { live: Live }): BackgroundJobRunner {
  let stopping = false;
  const rounds = createPoller(async () => {
    while (!stopping && (await runNextJob(tools))) {
      // The next.
    }
  }, POLL_MS);
  const unsubscribe = tools.live.subscribe(null, (topic) => {
    if (topic === TOPIC || topic === ANY_TOPIC) rounds.wake();
  });
  rounds.wake();
  return {
    async stop() {
      stopping = true;
      unsubscribe();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([rounds.stop(), late]);
      clearTimeout(timer);
    },
  };
}

/** Takes the work that is due longest and does it; false: none is due. */
export async function runNextJob(tools: RunnerTools): Promise<boolean> {
  const work = await claimJob(tools.db);
  if (!work) return false;
  await inLocale(localeNamed(work.locale), () => runJob(tools, work));
  return true;
}

async function runJob(
  { db, config, handlers: all, wordsFor, isSecondFactorRequired }: RunnerTools,
  work: ClaimedJob,
): Promise<void> {
  const tools = { config, ...createProgressReporter(db, work) };
  const renewal = setInterval(() => {
    renewLease(db, work).catch((error) =>
      log.warn("A lease of work could not be renewed", { error, work: work.id }),
    );
  }, LEASE_RENEWAL_MS);
  try {
    const doing = all[work.kind as BackgroundJobKind];
    const ctx = await contextOfStarter(db, work, isSecondFactorRequired);
    if (!doing || !ctx) await failJob(db, work, m.work_not_allowed());
    else {
      const run = async (ctx: Ctx) => doing.run(ctx, work.input, tools);
      const outside = doing.withoutTransaction ? await run(ctx) : undefined;
      const result = await inTransaction(ctx, async (ctx) => {
        const result = outside ?? (await run(ctx));
        // A refusal takes back all of it.
        if (!isRefusal(result)) await completeJob(ctx.db, work, result);
        return result;
      });
      if (isRefusal(result)) await failJob(db, work, wordsFor(result));
    }
  } catch (error) {
    const fields = { error, work: work.id, kind: work.kind, requestId: work.request_id };
    if (work.tries < MAX_ATTEMPTS) {
      log.warn("Work in the background failed and will be tried again", fields);
      await db
        .updateTable("long_work")
        .set({ state: "waiting", due_at: inSeconds(5) })
        .where(isClaimedBy(work))
        .execute();
    } else {
      log.error("Work in the background failed for good", fields);
      await failJob(db, work, m.work_failed());
    }
  } finally {
    clearInterval(renewal);
    await tools.told();
  }
}

type ClaimedJob = Selectable<Tables["long_work"]>;

async function claimJob(db: Kysely<Tables>): Promise<ClaimedJob | null> {
  const taken = await db
    .updateTable("long_work")
    .set({ state: "running", tries: sql`tries + 1`, due_at: inSeconds(LEASE_SECONDS), done: 0 })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("long_work")
        .select("id")
        .where("due_at", "<=", sql<Date>`clock_timestamp()`)
        .orderBy("due_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!taken) return null;
  if (taken.tries <= MAX_ATTEMPTS) return taken;
  // It ended its process each time.
  log.error("Work in the background was cut off too often", { work: taken.id, kind: taken.kind });
  await failJob(db, taken, m.work_failed({}, { locale: localeNamed(taken.locale) }));
  return claimJob(db);
}

/** As whoever started it is now; null: they may no longer. */
async function contextOfStarter(
  db: Kysely<Tables>,
  work: ClaimedJob,
  isSecondFactorRequired: SecondFactorCheck,
): Promise<Ctx | null> {
  const ctx = { db, now: new Date(), requestId: work.request_id, locale: localeNamed(work.locale) };
  if (!work.started_by) return { ...ctx, actor: system };
  const user = await db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "banned", "two_factor_enabled"])
    .where("id", "=", work.started_by)
    .executeTakeFirst();
  const role = userRoles.find((role) => role === user?.role);
  if (!user || !role || user.banned) return null;
  const { id: userId, name, email, two_factor_enabled: twoFactor } = user;
  const asSystem = { ...ctx, actor: system };
  const actor = await enforceSecondFactor(
    asSystem,
    role,
    { userId, name, email, twoFactor },
    isSecondFactorRequired,
  );
  return may(actor, backgroundJobKinds[work.kind as BackgroundJobKind]) ? { ...ctx, actor } : null;
}

function createProgressReporter(db: Kysely<Tables>, work: ClaimedJob) {
  let last = 0;
  let telling: Promise<unknown> = Promise.resolve();
  return {
    progress(done: number, total: number): void {
      if (Date.now() - last < PROGRESS_MS) return;
      last = Date.now();
      telling = db
        .updateTable("long_work")
        .set({ done, total, due_at: inSeconds(LEASE_SECONDS) })
        .where(isClaimedBy(work))
        .execute()
        .catch((error) => log.warn("The progress of work could not be told", { error, work: work.id }));
    },
    told: () => telling,
  };
}

async function renewLease(db: Kysely<Tables>, work: ClaimedJob): Promise<void> {
  await db
    .updateTable("long_work")
    .set({ due_at: inSeconds(LEASE_SECONDS) })
    .where(isClaimedBy(work))
    .execute();
}

async function completeJob(
  db: Kysely<Tables>,
  work: ClaimedJob,
  result: Record<string, unknown>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("long_work")
    .set({ state: "done", due_at: null, ended_at: sql`clock_timestamp()`, result: JSON.stringify(result) })
    .set({ done: sql`coalesce(total, done)` })
    .where(isClaimedBy(work))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error("Another worker took this work over");
}

async function failJob(db: Kysely<Tables>, work: ClaimedJob, words: string): Promise<void> {
  await db
    .updateTable("long_work")
    .set({ state: "failed", due_at: null, ended_at: sql`clock_timestamp()`, error: words })
    .where(isClaimedBy(work))
    .execute();
}

/** Still this try's to end. */
function isClaimedBy({ id, tries }: ClaimedJob) {
  return sql<boolean>`id = ${id} AND tries = ${tries} AND state = 'running'`;
}

/** By the database's clock: those of workers may differ. */
function inSeconds(seconds: number) {
  return sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;
}
