import { getBusiness } from "../features/core/business/queries.server";
import { startRinging } from "../features/operations/emergencies/ring.server";
import { flushAlerts } from "../features/oversight/notifications/alerts/flush-alerts.server";
import { withdrawObsoleteTexts } from "../features/oversight/notifications/withdraw-obsolete-texts.server";
import { createSecondFactorCheck } from "../features/people/accounts/sign-in/second-factor.server";
import { queueDeliveries } from "../features/people/api-access/webhook-deliveries.server";
import { startWebhooks } from "../features/people/api-access/webhook-sender.server";
import { startBackups } from "../features/people/backups/runner.server";
import { startFileFetcher } from "../features/people/inbox/fetch-files.server";
import { receiveMessage } from "../features/people/inbox/receive.server";
import { system } from "../platform/auth/actor";
import type { SecondFactorCheck } from "../platform/auth/enforce-second-factor.server";
import type { Config } from "../platform/config.server";
import type { Ctx } from "../platform/context";
import type { Database } from "../platform/database/database.server";
import { inTransaction } from "../platform/database/transaction.server";
import { takeFromOutbox } from "../platform/events/events.server";
import { enqueueReactions, runReactions } from "../platform/events/reaction-jobs.server";
import { BACKGROUND_TIMEOUT_MS, openFileStore } from "../platform/files/file-store.server";
import { forEachIsolated } from "../platform/for-each-isolated.server";
import { refusalAsError } from "../platform/http/mount-endpoints.server";
import { startBackgroundJobs } from "../platform/jobs/background-jobs.server";
import { isOutboundPaused } from "../platform/jobs/outbound-pause.server";
import { createPoller } from "../platform/jobs/poller.server";
import type { QueueRunner } from "../platform/jobs/queue.server";
import { startHeartbeat } from "../platform/jobs/worker-heartbeat.server";
import type { Live } from "../platform/live/live.server";
import { DEFAULT_LOCALE } from "../platform/locale/locale";
import { startMailSender } from "../platform/mail/mail-sender.server";
import { createMailTransport, type SmtpTimes } from "../platform/mail/mail-transport.server";
import { startMailboxReader } from "../platform/messaging/mailbox-reader.server";
import { startMessageSender } from "../platform/messaging/message-sender.server";
import { channelProviders } from "../platform/messaging/providers/channel-providers.server";
import { eventsDispatched } from "../platform/metrics/metrics.server";
import { startPushSender } from "../platform/push/push-queue.server";
import { normalizeEmail } from "../platform/text/email";
import { reactions } from "../reactions.server";
import { refusals } from "../refusals.server";
import { backgroundJobHandlers } from "./background-jobs.server";
import { externalRequestJobs, frequentJobs, hourlyJobs, type Schedule } from "./schedule.server";

export interface Worker {
  /** Waits for running work. */
  stop(): Promise<void>;
}

const EVENTS_AT_ONCE = 100;
/** Picks up events whose NOTIFY was lost. */
const POLL_MS = 5_000;
const HOUR_MS = 3_600_000;
const MOMENT_MS = 15_000;
/** An on-call page waits at most this long after its interval. */
const ALERTS_MS = 3_000;

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
  const reactionRunner = runReactions(
    { db: database.db, config, reactions, contextOf: ({ requestId }) => asSystem(database.db, requestId) },
    config.workerConcurrency,
  );
  const isSecondFactorRequired = createSecondFactorCheck(config);
  const webhooks = startWebhooks({ db: database.db, config, isOutboundPaused, isSecondFactorRequired });
  const dispatcher = createPoller(
    () => dispatch(database.db, { reactionRunner, webhooks, isSecondFactorRequired }),
    POLL_MS,
  );
  const housekeeping = createPoller(() => runAll(hourlyJobs, database.db, config), HOUR_MS);
  const frequentChecks = createPoller(() => runAll(frequentJobs, database.db, config), MOMENT_MS);
  const alerts = createPoller(() => flushAlerts(asSystem(database.db, "alerts"), config), ALERTS_MS);
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
  const messages = startMessageSender({
    db: database.db,
    live,
    providers: channelProviders(config),
    stopMs: config.mailStopMs,
    withdrawObsolete: withdrawObsoleteTexts,
  });
  const receivedFiles = startFileFetcher({
    ...{ db: database.db, config, live },
    files: openFileStore({ dataDir: config.dataDir, s3Url: config.s3Url }, BACKGROUND_TIMEOUT_MS),
  });
  const { imap } = config;
  const mailbox = imap
    ? startMailboxReader({
        db: database.db,
        config: { ...config, imap },
        files: openFileStore({ dataDir: config.dataDir, s3Url: config.s3Url }, BACKGROUND_TIMEOUT_MS),
        receive: receiveMessage,
        readOwnAddresses: (ctx) => readOwnAddresses(ctx, config),
      })
    : null;
  const rings = startRinging({ db: database.db, config, live });
  const push = startPushSender({ db: database.db, config, live });
  const background = startBackgroundJobs({
    db: database.db,
    live,
    config,
    handlers: backgroundJobHandlers,
    messageFor: (refusal) => refusalAsError(refusals, refusal, "work").message,
    isSecondFactorRequired,
  });
  // Mails, push messages and background jobs create no events, so they have their own notifications.
  const unsubscribe = live.subscribe(
    null,
    (topic) => !["mail", "background-job", "push"].includes(topic) && dispatcher.wake(),
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
        alerts,
        externalRequests,
        backups,
        webhooks,
        heartbeat,
        ...(mailbox ? [mailbox] : []),
      ];
      await Promise.all(
        [...rounds, reactionRunner, mails, messages, receivedFiles, rings, push, background].map((one) =>
          one.stop(),
        ),
      );
    },
  };
}

/** Addresses from which the company itself writes. */
async function readOwnAddresses(ctx: Ctx, { mailFrom, imap }: Config): Promise<string[]> {
  const { officeEmail } = await getBusiness(ctx);
  return [mailFrom, imap?.user ?? "", officeEmail].map(normalizeEmail);
}

function asSystem(db: Ctx["db"], requestId: string): Ctx {
  return { actor: system, db, now: new Date(), requestId, locale: DEFAULT_LOCALE };
}

async function runAll(all: Schedule, db: Ctx["db"], config: Config): Promise<void> {
  const ctx = asSystem(db, "schedule");
  const logged = {
    code: "scheduled-job-failed",
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
  {
    reactionRunner,
    webhooks,
    isSecondFactorRequired,
  }: { reactionRunner: QueueRunner; webhooks: QueueRunner; isSecondFactorRequired: SecondFactorCheck },
): Promise<void> {
  for (;;) {
    const { taken, queued } = await inTransaction(asSystem(db, "dispatch"), async (ctx) => {
      const events = await takeFromOutbox(ctx, EVENTS_AT_ONCE);
      await enqueueReactions(ctx, events, reactions);
      return { taken: events, queued: await queueDeliveries(ctx, events, isSecondFactorRequired) };
    });
    for (const { type } of taken) eventsDispatched.inc({ type });
    if (taken.length > 0) reactionRunner.wake();
    if (queued) webhooks.wake();
    if (taken.length < EVENTS_AT_ONCE) return;
  }
}
