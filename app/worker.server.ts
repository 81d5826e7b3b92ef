import { chores, watches } from "./chores.server";
import { system } from "./platform/actor";
import type { Config } from "./platform/config.server";
import type { Ctx } from "./platform/context";
import type { Database } from "./platform/database/database.server";
import { inTransaction } from "./platform/database/transaction.server";
import type { EventType } from "./platform/events";
import { asHappened, takeFromOutbox, type Waiting } from "./platform/events.server";
import { type Job, type Jobs, jobIdOf, openJobs } from "./platform/jobs.server";
import type { Live } from "./platform/live.server";
import { DEFAULT_LOCALE } from "./platform/locale/locale";
import { log } from "./platform/log.server";
import { createMailTransport } from "./platform/mail-transport.server";
import type { Reaction } from "./platform/reaction.server";
import { reactions } from "./reactions.server";

export interface Worker {
  /** Takes no more work, and lets what is under way end. */
  stop(): Promise<void>;
}

interface ReactionJob {
  event: Waiting;
  reaction: string;
}

const EVENTS_AT_ONCE = 100;
/** Finds what a lost announcement would leave waiting. */
const POLL_MS = 5_000;
const CHORES_MS = 3_600_000;
const WATCHES_MS = 15_000;
/** Queues of reactions. `network`: those that wait for other machines. */
const QUEUES = { here: "reactions", network: "reactions-network" } as const;

/**
 * Carries out what follows from events: each waiting event becomes one job a reaction, each job runs its reaction.
 * Any number of workers may run beside each other (docs/decisions/0005-events-and-mail.md).
 */
export async function startWorker({
  config,
  database,
  live,
}: {
  config: Config;
  database: Database;
  live: Live;
}): Promise<Worker> {
  const mail = createMailTransport(config);
  const jobs = await openJobs(database.pool, [
    { name: QUEUES.here, concurrency: 2, expireInSeconds: 60, handle: react },
    { name: QUEUES.network, concurrency: 3, expireInSeconds: 120, handle: react },
  ]);

  async function react(job: Job<ReactionJob>): Promise<void> {
    const { event, reaction: name } = job.data;
    const ctx = asSystem(database.db, event.requestId);
    const reaction = reactionsTo(event.type).find((reaction) => reaction.name === name);
    if (!reaction) return log.warn("A job's reaction is no longer known", { ...job.data, jobId: job.id });
    try {
      await inTransaction(ctx, async (ctx) => {
        await reaction.run(ctx, await asHappened(ctx, event), { config, mail, attempt: job.attempt });
        const ended = await jobs.complete(ctx.db, job);
        if (!ended && reaction.lane !== "network") throw new Error("Another try took this job over");
      });
    } catch (error) {
      const done = await reaction.failed?.(ctx, { ...event, reason: null }, error, job);
      const { requestId, type } = event;
      const fields = { error, requestId, event: type, reaction: reaction.name, attempt: job.attempt };
      if (done || job.last) log.error("A reaction failed for good", fields);
      else log.warn("A reaction failed and will be tried again", fields);
      if (!done) throw error;
    }
  }

  const dispatcher = repeat(() => dispatch(database.db, jobs), POLL_MS);
  const housekeeping = repeat(() => doAll(chores, database.db), CHORES_MS);
  const watching = repeat(() => doAll(watches, database.db), WATCHES_MS);
  const unsubscribe = live.subscribe(null, dispatcher.wake);
  dispatcher.wake();
  housekeeping.wake();
  watching.wake();

  return {
    async stop() {
      unsubscribe();
      await dispatcher.stop();
      await housekeeping.stop();
      await watching.stop();
      await jobs.stop();
      mail.close();
    },
  };
}

function asSystem(db: Ctx["db"], requestId: string): Ctx {
  return { actor: system, db, now: new Date(), requestId, locale: DEFAULT_LOCALE };
}

async function doAll(chores: typeof watches, db: Ctx["db"]): Promise<void> {
  const ctx = asSystem(db, "chores");
  for (const chore of chores) await chore(ctx);
}

/** Makes jobs of waiting events, oldest first, until none waits. Workers beside each other share them out. */
async function dispatch(db: Ctx["db"], jobs: Jobs): Promise<void> {
  for (;;) {
    const ctx = asSystem(db, "dispatch");
    const taken = await inTransaction(ctx, (ctx) => makeJobs(ctx, jobs));
    if (taken > 0) jobs.wake();
    if (taken < EVENTS_AT_ONCE) return;
  }
}

async function makeJobs(ctx: Ctx, jobs: Jobs): Promise<number> {
  const events = await takeFromOutbox(ctx, EVENTS_AT_ONCE);
  const waiting = { here: [] as NewJob[], network: [] as NewJob[] };
  for (const event of events) {
    for (const { name, lane = "here" } of reactionsTo(event.type)) {
      waiting[lane].push({ id: jobIdOf(event.id, name), data: { event, reaction: name } });
    }
  }
  for (const lane of ["here", "network"] as const) {
    if (waiting[lane].length > 0) await jobs.add(ctx.db, QUEUES[lane], waiting[lane]);
  }
  return events.length;
}

interface NewJob {
  id: string;
  data: ReactionJob;
}

function reactionsTo(type: string): readonly Reaction<EventType>[] {
  // An event of another version of the program may be unknown here.
  return type in reactions ? (reactions[type as EventType] as readonly Reaction<EventType>[]) : [];
}

/** Runs `work` when woken and every `everyMs`, never twice at once; woken while it runs, it runs once more. */
function repeat(work: () => Promise<void>, everyMs: number): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await work();
      } catch (error) {
        log.error("The worker's round failed", { error });
      }
    } while (again && !stopped);
    running = null;
  }
  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= run();
  }
  const timer = setInterval(wake, everyMs);
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
