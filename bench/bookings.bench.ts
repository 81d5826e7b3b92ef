import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
// @ts-expect-error: it has no types. As the driver writes a value for the database.
import { prepareValue } from "pg/lib/utils.js";
import { test, vi } from "vitest";
import { createDatabase, type Database } from "~/platform/database/database.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { migrate } from "~/platform/database/migrate.server";
import { type Caller, createCaller } from "../test/harness/company/booking-caller";
import { startMeasurement, writeResults } from "./write-results";

/**
 * Bookings per second over HTTP, compared with pgbench running the same statements on as many connections,
 * and the share of time that the product's connections wait for locks. Only the ratio is meaningful. The
 * database writes to disk as in production. Two arrangements: all processors for all processes, and the first
 * processor for the database alone, as on a server of its own; Linux only. PGBENCH: path of pgbench. The
 * result is written to docs/performance.md.
 */
const BOOKINGS = Number(process.env.BOOKINGS ?? 960);
const CONNECTIONS = [10, 32];
const LAST_CPU = cpus().length - 1;
/** Lists of processors for taskset. */
const ARRANGEMENTS = {
  shared: { database: `0-${LAST_CPU}`, others: `0-${LAST_CPU}` },
  separate: { database: "0", others: `1-${LAST_CPU}` },
};
const TECHNICIANS = 60;
/** Mondays to Fridays of four weeks. */
const DAYS = [7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 28, 29, 30, 31].map(
  (day) => `2026-12-${String(day).padStart(2, "0")}`,
);
const TIMES = ["08:00", "09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00"];
const PGBENCH = process.env.PGBENCH ?? "/usr/lib/postgresql/15/bin/pgbench";

test("measures bookings per second against pgbench", { timeout: 1_800_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-bookings-"));
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const admin = new pg.Client(server.admin);
  await admin.connect();
  const at = (name: string) => server.connectionString.replace("/app?", `/${name}?`);
  const make = (name: string, template: string) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER app`);

  // A company to copy for each run, with all customers' forms and solved security checks.
  await make("company", "template0");
  await migrate({ connectionString: at("company") });
  const forms = await inCompany(at("company"), 10, async (caller) => {
    for (let n = 0; n < TECHNICIANS; n++) await caller.addTechnician(`Technician ${n}`);
    const forms: Guest[] = [];
    for (let n = 0; n < BOOKINGS; n++) {
      const place = {
        preferredDate: DAYS[n % DAYS.length],
        preferredTime: TIMES[Math.floor(n / DAYS.length) % TIMES.length],
      };
      // A domain of each, because guests of one domain wait for each other (docs/domain.md, "Guest holds").
      const person = { phone: `0501${String(n).padStart(6, "0")}`, email: `guest@customer-${n}.example` };
      // Existing customers, because pgbench cannot repeat values that the database generates for a new one.
      await caller.book({ ...person, service: "carpentry" });
      forms.push({
        form: await caller.form({ ...person, ...place }),
        from: `198.${18 + (n >> 8)}.${n & 255}.7`,
      });
    }
    return forms;
  });

  await make("recorded", "company");
  const statements = await inCompany(at("recorded"), 1, async (caller) => {
    const recorded: string[][] = [];
    for (const form of forms) recorded.push(await captureStatements(() => book(caller, form)));
    return recorded;
  });
  const measured = startMeasurement();
  const result: Measured[] = [];
  for (const [processors, { database, others }] of Object.entries(ARRANGEMENTS)) {
    const { rows: servers } = await admin.query("SELECT pid FROM pg_stat_activity");
    // Later connections are children of the postmaster, pgbench is a child of this process.
    for (const pid of [postmasterOf(folder), ...servers.map((row) => row.pid)]) runOn(database, pid);
    runOn(others, process.pid);
    for (const connections of CONNECTIONS) {
      const name = `${processors}_${connections}`;
      await make(`product_${name}`, "company");
      const product = await inCompany(at(`product_${name}`), connections, async (caller) => {
        // Warms up the caches.
        await caller.call("GET", "/api/services");
        const waits = watchLocks(admin, `product_${name}`);
        const startedAt = performance.now();
        const remaining = [...forms];
        await Promise.all(
          Array.from({ length: connections }, async () => {
            for (let form = remaining.shift(); form; form = remaining.shift()) await book(caller, form);
          }),
        );
        const seconds = (performance.now() - startedAt) / 1000;
        return { seconds, waiting: await waits() };
      });
      await make(`replayed_${name}`, "company");
      // Samples take processor time, too.
      const waits = watchLocks(admin, `replayed_${name}`);
      const seconds = await replay(
        folder,
        { ...server.admin, database: `replayed_${name}` },
        statements,
        connections,
      );
      await waits();
      const [productRate, pgbenchRate] = [BOOKINGS / product.seconds, BOOKINGS / seconds];
      result.push({
        processors,
        connections,
        product: Math.round(productRate),
        pgbench: Math.round(pgbenchRate),
        ratio: Number((productRate / pgbenchRate).toFixed(2)),
        "waiting for locks, %": Number((product.waiting * 100).toFixed(1)),
      });
    }
  }
  const each = statements.map(({ length }) => length).sort((a, b) => a - b);
  console.log(`${each[each.length >> 1]} statements a booking`);
  console.table(result);
  writeResults(
    "bookings",
    `${measured(`with ${BOOKINGS} bookings of ${each[each.length >> 1]} statements each`)} Bookings a second.`,
    Object.keys(result[0]!),
    result.map((one) => Object.values(one)),
  );
  if (process.env.SHOW) console.log(statements[BOOKINGS - 1]!.map((one) => one.slice(0, 150)).join("\n"));
  await admin.end();
  await server.stop();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

interface Measured {
  processors: string;
  connections: number;
  product: number;
  pgbench: number;
  ratio: number;
  "waiting for locks, %": number;
}

interface Guest {
  form: unknown;
  /** IP address. */
  from: string;
}

async function inCompany<Result>(
  connectionString: string,
  connections: number,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  const database: Database = createDatabase({ connectionString, max: connections + 1 });
  const caller = await createCaller({ TRUST_PROXY: "1" }, { database: { ...database, connectionString } });
  try {
    return await work(caller);
  } finally {
    await caller.close();
  }
}

/** A separate network for each customer. */
async function book(caller: Caller, { form, from }: Guest): Promise<void> {
  const { status, text } = await caller.call("POST", "/api/handle-booking", form, {
    "X-Forwarded-For": from,
  });
  if (status !== 200) throw new Error(`A booking was answered with ${status} ${text}`);
}

/** Statements sent by the driver meanwhile, in order, with literal values. */
async function captureStatements(work: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args) {
    const [first, second] = args as unknown as [string | { text: string; values?: unknown[] }, unknown];
    const text = typeof first === "string" ? first : first.text;
    const values = (typeof first === "string" ? second : first.values) as unknown[] | undefined;
    sent.push(toSqlLiteral(text, Array.isArray(values) ? values : []));
    return (query as (...args: unknown[]) => unknown).apply(this, args as unknown[]) as never;
  });
  await work();
  spy.mockRestore();
  return sent;
}

/** pgbench reads the text after a colon as a variable name. */
const escapeLetter = (letter: string) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;

function toSqlLiteral(text: string, values: unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, at) => {
    const value = prepareValue(values[Number(at) - 1]) as string | null;
    return value === null ? "NULL" : `E'${String(value).replaceAll(/[\\':\n]/g, escapeLetter)}'`;
  });
}

/** Duration of the statements in pgbench, divided among the connections, in seconds. */
async function replay(
  folder: string,
  server: { host?: string; user?: string; database: string },
  statements: string[][],
  connections: number,
): Promise<number> {
  const files = Array.from({ length: connections }, (_, connection) => {
    const lines = statements.filter((_, at) => at % connections === connection).flat();
    const file = join(folder, `${server.database}-${connection}.sql`);
    // pgbench ignores semicolons within a literal and ends a statement at a semicolon before a line break.
    const script = [WAIT_FOR_START, ...lines].map((line) => line.replaceAll(/\s*\n\s*/g, " "));
    writeFileSync(file, `${script.join(";\n")};\n`);
    return file;
  });
  const starter = new pg.Client(server);
  await starter.connect();
  await starter.query(START_LOCK);
  const runs = Promise.all(
    files.map(
      (file) =>
        new Promise<void>((resolve, reject) => {
          const options = ["-n", "-c", "1", "-t", "1", "-M", "extended", "-f", file];
          const child = spawn(
            PGBENCH,
            [...options, "-h", server.host!, "-U", server.user!, server.database],
            {
              stdio: ["ignore", "pipe", "pipe"],
            },
          );
          let output = "";
          child.stdout.on("data", (data) => {
            output += data;
          });
          child.stderr.on("data", (data) => {
            output += data;
          });
          child.once("exit", (code) =>
            code === 0 && !/aborted|ERROR/.test(output) ? resolve() : reject(new Error(output)),
          );
        }),
    ),
  );
  await Promise.race([waitingClients(starter, connections), runs]);
  const startedAt = performance.now();
  await starter.end();
  await runs;
  return (performance.now() - startedAt) / 1000;
}

/** pgbench needs seconds to read long scripts, so that all clients wait until the others are ready, too. */
const START_LOCK = "SELECT pg_advisory_lock(1)";
const WAIT_FOR_START = "SELECT pg_advisory_lock_shared(1)";

async function waitingClients(client: pg.Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
    );
    if (rows[0].waiting >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Restricts a process, its threads and later children to processors. */
function runOn(processors: string, pid: number): void {
  execFileSync("taskset", ["-apc", processors, String(pid)], { stdio: "ignore" });
}

function postmasterOf(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Samples 20 times a second; returns the share of active connections that waited for a lock. */
function watchLocks(admin: pg.Client, database: string): () => Promise<number> {
  const samples = { waiting: 0, working: 0 };
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      const { rows } = await admin.query(
        `SELECT count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting, count(*)::int AS working
          FROM pg_stat_activity WHERE datname = $1 AND state <> 'idle'`,
        [database],
      );
      samples.waiting += rows[0].waiting;
      samples.working += rows[0].working;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return async () => {
    isRunning = false;
    await watching;
    return samples.waiting / Math.max(samples.working, 1);
  };
}
