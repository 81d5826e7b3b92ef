import { createSecondFactorCheck } from "../features/people/accounts/sign-in/second-factor.server";
import { queueDeliveries } from "../features/people/api-access/webhook-deliveries.server";
import { startWebhooks } from "../features/people/api-access/webhook-sender.server";
import { startBackups } from "../features/people/backups/runner.server";
import { system } from "../platform/auth/actor";
import type { SecondFactorCheck } from "../platform/auth/enforce-second-factor.server";
import type { Config } from "../platform/config.server";
import type { Ctx } from "../platform/context";
import type { Database } from "../platform/database/database.server";
import { inTransaction } from "../platform/database/transaction.server";
import { type OutboxEvent, takeFromOutbox, withReason } from "../platform/events/events.server";
import { reactionsTo } from "../platform/events/reaction.server";
import { forEachIsolated } from "../platform/for-each-isolated.server";
import { refusalAsError } from "../platform/http/mount-endpoints.server";
import { startBackgroundJobs } from "../platform/jobs/background-jobs.server";
import { type Job, type Jobs, jobIdOf, openJobs } from "../platform/jobs/jobs.server";
import { isOutboundPaused } from "../platform/jobs/outbound-pause.server";
import { createPoller, type Poller } from "../platform/jobs/poller.server";
import { startHeartbeat } from "../platform/jobs/worker-heartbeat.server";
import type { Live } from "../platform/live/live.server";
import { DEFAULT_LOCALE } from "../platform/locale/locale";
import { log } from "../platform/log.server";
import { startMailSender } from "../platform/mail/mail-sender.server";
import { createMailTransport, type SmtpTimes } from "../platform/mail/mail-transport.server";
import { eventsDispatched, reactionAttempts } from "../platform/metrics/metrics.server";
import { reactions } from "../reactions.server";
import { refusals } from "../refusals.server";
import { backgroundJobHandlers } from "./background-jobs.server";
import { externalRequestJobs, frequentJobs, hourlyJobs, type Schedule } from "./schedule.server";

export interface Worker {
  /** Waits for running work. */
  stop(): Promise<void>;
}

interface ReactionJob {
  event: OutboxEvent;
  reaction: string;
}

const EVENTS_AT_ONCE = 100;
/** Picks up events whose NOTIFY was lost. */
const POLL_MS = 5_000;
const HOUR_MS = 3_600_000;
const MOMENT_MS = 15_000;
const QUEUE = "reactions";

/** Several workers can run concurrently (docs/decisions/0005-events-and-mail.md). */
export async function startWorker({
  config,
  database,
  live,
  smtpTimes,
  slowMailMs,
}: {
  config: Config;
  database: Database;
  live: Live;
  smtpTimes?: SmtpTimes;
  slowMailMs?: number;
}): Promise<Worker> {
  const jobs = await openJobs(database.pool, [
    { name: QUEUE, concurrency: 2, expireInSeconds: 60, handle: react },
  ]);

  async function react(job: Job<ReactionJob>): Promise<void> {
    const { event, reaction: name } = job.data;
    const ctx = asSystem(database.db, event.requestId);
    const reaction = reactionsTo(event.type, reactions).find((reaction) => reaction.name === name);
    if (!reaction) return log.warn("The reaction of a job no longer exists", { ...job.data, jobId: job.id });
    const run = async (ctx: Ctx) => reaction.run(ctx, await withReason(ctx, event), { config });
    try {
      if (reaction.external && (await isOutboundPaused(ctx.db)))
        throw new Error("Waiting until the restore is released");
      if (reaction.external) await run(ctx);
      await inTransaction(ctx, async (ctx) => {
        if (!reaction.external) await run(ctx);
        if (!(await jobs.complete(ctx.db, job))) throw new Error("Another attempt has taken this job");
      });
      reactionAttempts.inc({ reaction: name, result: "done" });
    } catch (error) {
      const { requestId, type } = event;
      const fields = { error, requestId, event: type, reaction: name, attempt: job.attempt };
      reactionAttempts.inc({ reaction: name, result: job.last ? "failed" : "retried" });
      if (job.last) log.error("A reaction failed permanently", fields);
      else log.warn("A reaction failed and will be retried", fields);
      // pg-boss stores the message with the job, so it must not contain personal data.
      throw new Error("Failed; see the log");
    }
  }

  const isSecondFactorRequired = createSecondFactorCheck(config);
  const webhooks = startWebhooks({ db: database.db, config, isOutboundPaused, isSecondFactorRequired });
  const dispatcher = createPoller(
    () => dispatch(database.db, jobs, webhooks, isSecondFactorRequired),
    POLL_MS,
  );
  const housekeeping = createPoller(() => runAll(hourlyJobs, database.db, config), HOUR_MS);
  const frequentChecks = createPoller(() => runAll(frequentJobs, database.db, config), MOMENT_MS);
  const externalRequests = createPoller(async () => {
    if (!(await isOutboundPaused(database.db))) await runAll(externalRequestJobs, database.db, config);
  }, MOMENT_MS);
  const backups = startBackups(config, database);
  const heartbeat = startHeartbeat(database.db);
  const transport = createMailTransport(config, smtpTimes);
  const mails = startMailSender({
    db: database.db,
    transport,
    live,
    stopMs: config.mailStopMs,
    slowMs: slowMailMs,
  });
  const background = startBackgroundJobs({
    db: database.db,
    live,
    config,
    handlers: backgroundJobHandlers,
    messageFor: (refusal) => refusalAsError(refusals, refusal, "work").message,
    isSecondFactorRequired,
  });
  // Mails and background jobs create no events, so they have their own notifications.
  const unsubscribe = live.subscribe(
    null,
    (topic) => !["mail", "background-job"].includes(topic) && dispatcher.wake(),
  );
  dispatcher.wake();
  housekeeping.wake();
  frequentChecks.wake();
  externalRequests.wake();

  return {
    async stop() {
      unsubscribe();
      // Stops concurrently, because each waits for its timeout while the database is unavailable.
      const rounds = [
        dispatcher,
        housekeeping,
        frequentChecks,
        externalRequests,
        backups,
        webhooks,
        heartbeat,
      ];
      await Promise.all([...rounds, jobs, mails, background].map((one) => one.stop()));
    },
  };
}

function asSystem(db: Ctx["db"], requestId: string): Ctx {
  return { actor: system, db, now: new Date(), requestId, locale: DEFAULT_LOCALE };
}

async function runAll(all: Schedule, db: Ctx["db"], config: Config): Promise<void> {
  const ctx = asSystem(db, "schedule");
  const logged = {
    failed: "Scheduled work failed, and will be tried again",
    idOf: ({ name }: (typeof all)[number]) => name,
  };
  await forEachIsolated(all, logged, (job) => job(ctx, config));
}

/**
 * Creates jobs and webhook deliveries for waiting events, oldest first. Concurrent workers share the events.
 */
async function dispatch(
  db: Ctx["db"],
  jobs: Jobs,
  webhooks: Poller,
  isSecondFactorRequired: SecondFactorCheck,
): Promise<void> {
  for (;;) {
    const ctx = asSystem(db, "dispatch");
    const { taken, logged } = await inTransaction(ctx, (ctx) => makeJobs(ctx, jobs, isSecondFactorRequired));
    if (taken > 0) jobs.wake();
    if (logged) webhooks.wake();
    if (taken < EVENTS_AT_ONCE) return;
  }
}

async function makeJobs(
  ctx: Ctx,
  jobs: Jobs,
  isSecondFactorRequired: SecondFactorCheck,
): Promise<{ taken: number; logged: boolean }> {
  const events = await takeFromOutbox(ctx, EVENTS_AT_ONCE);
  const waiting = events.flatMap((event) =>
    reactionsTo(event.type, reactions).map(({ name }) => ({
      id: jobIdOf(event.id, name),
      data: { event, reaction: name } satisfies ReactionJob,
    })),
  );
  if (waiting.length > 0) await jobs.add(ctx.db, QUEUE, waiting);
  for (const { type } of events) eventsDispatched.inc({ type });
  return { taken: events.length, logged: await queueDeliveries(ctx, events, isSecondFactorRequired) };
}
