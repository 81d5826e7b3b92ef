import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { test } from "vitest";
import { loadConfig } from "~/platform/config.server";
import { createDatabase } from "~/platform/database/database.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { migrate } from "~/platform/database/migrate.server";
import { openLive } from "~/platform/live/live.server";
import { startWorker } from "~/server/worker.server";
import { createCaller } from "../test/harness/company/booking-caller";
import { startMeasurement, writeResults } from "./write-results";

/**
 * Bookings per second that one worker keeps up with: it starts with a backlog of bookings by visitors and runs
 * their reactions, then sends their emails as files. The settings run alternately on copies of one database,
 * which writes to disk as in production; only the ratio is meaningful. The result is written to
 * docs/performance.md.
 */
const BOOKINGS = Number(process.env.BOOKINGS ?? 300);
const CONCURRENCIES = (process.env.CONCURRENCIES ?? "2,10").split(",");
const ROUNDS = Number(process.env.ROUNDS ?? 3);

test("measures bookings per second that the worker keeps up with", { timeout: 1_800_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-worker-"));
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const admin = new pg.Client(server.admin);
  await admin.connect();
  const at = (name: string) => server.connectionString.replace("/app?", `/${name}?`);
  await admin.query("CREATE DATABASE company OWNER app");
  await migrate({ connectionString: at("company") });
  await createBacklog(at("company"));

  const measured = startMeasurement();
  const rates = CONCURRENCIES.map(() => ({ reactions: [] as number[], emails: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, concurrency] of CONCURRENCIES.entries()) {
      const name = `round_${round}_${concurrency}`;
      await admin.query(`CREATE DATABASE ${name} TEMPLATE company OWNER app`);
      const seconds = await runBacklog(at(name), join(folder, name), concurrency);
      rates[index]!.reactions.push(BOOKINGS / seconds.reactions);
      rates[index]!.emails.push(BOOKINGS / seconds.emails);
    }
  }
  const [first] = rates;
  const rows = CONCURRENCIES.map((concurrency, index) => {
    const reactions = median(rates[index]!.reactions);
    const ratio = (reactions / median(first!.reactions)).toFixed(2);
    return [concurrency, Math.round(reactions), ratio, Math.round(median(rates[index]!.emails))];
  });
  console.table(rows);
  writeResults(
    "worker",
    `${measured(`with a backlog of ${BOOKINGS} bookings, medians of ${ROUNDS} alternating rounds`)} Bookings a second.`,
    ["`WORKER_CONCURRENCY`", "reactions done", "ratio", "emails sent too"],
    rows,
  );
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function createBacklog(connectionString: string): Promise<void> {
  const database = { ...createDatabase({ connectionString }), connectionString };
  const caller = await createCaller({ TRUST_PROXY: "1" }, { database });
  for (let n = 0; n < BOOKINGS; n++) {
    // Different networks and domains, because emails to visitors have budgets.
    const person = { email: `customer@customer-${n}.example`, phone: `0501${String(n).padStart(6, "0")}` };
    const from = { "X-Forwarded-For": `198.${18 + (n >> 8)}.${n & 255}.7` };
    await caller.book({ ...person, service: "carpentry" }, from);
  }
  await caller.close();
}

/** Seconds until all reactions are done, and until all emails are sent as well. */
async function runBacklog(connectionString: string, dataDir: string, concurrency: string) {
  const database = createDatabase({ connectionString });
  const live = await openLive(database);
  const config = loadConfig({ DATA_DIR: dataDir, WORKER_CONCURRENCY: concurrency });
  const startedAt = performance.now();
  const worker = await startWorker({ config, database, live });
  const secondsUntil = async (isDone: (left: { jobs: number; mails: number }) => boolean) => {
    for (;;) {
      const { rows } = await sql<{ jobs: number; mails: number }>`
        SELECT ((SELECT count(*) FROM outbox) + (SELECT count(*) FROM reaction_jobs))::int AS jobs,
          (SELECT count(*) FROM mails WHERE due_at IS NOT NULL)::int AS mails`.execute(database.db);
      if (isDone(rows[0]!)) return (performance.now() - startedAt) / 1000;
      await sleep(50);
    }
  };
  const reactions = await secondsUntil(({ jobs }) => jobs === 0);
  const emails = await secondsUntil(({ mails }) => mails === 0);
  await worker.stop();
  await live.close();
  await database.close();
  return { reactions, emails };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
