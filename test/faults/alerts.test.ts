import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createRandom } from "~/platform/random";
import dashboard from "../../deploy/grafana-dashboard.json" with { type: "json" };
import { book, createCompany, officeCtx } from "../harness/company/company";
import { freePort } from "../harness/free-port";
import { bundledProgram } from "../harness/programs/bundled";
import { type Product, startProduct } from "../harness/programs/product";
import { evaluate, parseMetrics, type Sample } from "../harness/prometheus";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { casesForRun, isLongRun, seedOfRun } from "./rounds";

/** A stopped process accepts connections and never responds. */
const SCRAPE_MS = 10_000;

/** Provokes each failure against a web process and a worker, and reads what Prometheus and Grafana would show. */

let folder: string;
let program: string;
let database: TestDatabase;
let web: Product;
let worker: Product;
const metricsPorts: number[] = [];

async function start(role: "web" | "worker", env: NodeJS.ProcessEnv = {}): Promise<Product> {
  const metricsPort = await freePort();
  metricsPorts.push(metricsPort);
  return startProduct(program, {
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(folder, role),
    ROLE: role,
    METRICS_PORT: String(metricsPort),
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
    ...env,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alerts-"));
  program = await bundledProgram("product-process");
});
beforeEach(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  metricsPorts.length = 0;
  web = await start("web");
  // No mail server listens there.
  worker = await start("worker", { SMTP_URL: "smtp://127.0.0.1:1" });
});
afterEach(async () => {
  for (const { process } of [web, worker]) process.kill("SIGKILL");
  await Promise.all([web.ended, worker.ended]);
  await database.drop();
});
afterAll(() => rm(folder, { recursive: true }));

/** Samples of the processes that respond in time, as Prometheus stores them. */
async function scrape(): Promise<Sample[]> {
  const texts = await Promise.all(
    metricsPorts.map(async (port) => {
      const signal = AbortSignal.timeout(SCRAPE_MS);
      const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal }).catch(() => null);
      return parseMetrics((await response?.text()) ?? "", `127.0.0.1:${port}`);
    }),
  );
  return texts.flat();
}

const rules = readFileSync("deploy/prometheus-alerts.yml", "utf8");

/** Label values for which the alert's condition is true; empty while it is not. */
function firing(alert: string, now: Sample[], before: Sample[] = []): string[] {
  const expression = new RegExp(`alert: ${alert}\\n +expr: (.*)`).exec(rules)?.[1];
  expect(expression, alert).toBeDefined();
  return [...evaluate(expression!, now, before).keys()];
}

/** Values of a dashboard panel by label. */
function panel(title: string, now: Sample[], before: Sample[] = []): Map<string, number> {
  const found = dashboard.panels.find((panel) => panel.title === title);
  expect(found, title).toBeDefined();
  return evaluate(found!.targets[0]!.expr, now, before);
}

/** Each case starts two processes and waits up to 30 seconds. */
const cases = casesForRun(
  [
    "killed worker",
    "no process",
    "slow statement",
    "exhausted pool",
    "stuck queue",
    "mail server down",
  ] as const,
  createRandom(seedOfRun()),
);

const patiently = { timeout: 30_000, interval: 500 };

describe("alerts and dashboard", () => {
  test.runIf(cases.includes("killed worker"))(
    "shows a killed worker after its last heartbeat expires",
    async () => {
      await vi.waitFor(async () => {
        const now = await scrape();
        expect(firing("NoWorker", now)).toEqual([]);
        expect(panel("Workers alive", now).get("")).toBe(1);
      }, patiently);
      worker.process.kill("SIGKILL");
      if (!isLongRun) {
        await worker.ended;
        await sql`UPDATE worker_heartbeats SET beat_at = beat_at - interval '15 seconds'`.execute(
          database.db,
        );
      }
      await vi.waitFor(async () => {
        const now = await scrape();
        expect(firing("NoWorker", now)).toEqual([""]);
        expect(panel("Workers alive", now).get("")).toBe(0);
      }, patiently);
    },
  );

  test.runIf(cases.includes("no process"))("reports that no process is left", async () => {
    expect(firing("NoMetrics", await scrape())).toEqual([]);
    for (const { process } of [web, worker]) process.kill("SIGKILL");
    await Promise.all([web.ended, worker.ended]);
    expect(firing("NoMetrics", await scrape())).toEqual([""]);
  });

  test.runIf(cases.includes("slow statement"))(
    "shows the route of slow statements, and the log line its code",
    async () => {
      const before = await scrape();
      const requests = await lockServices(async () => {
        const waiting = requestServices(7);
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return { waiting };
      });
      await requests.waiting;
      const now = await scrape();
      expect(firing("SlowStatements", now, before)).toEqual(["/api/services"]);
      expect(panel("Slow statements per minute", now, before).get("/api/services")).toBeGreaterThan(0);
      const line = web
        .output()
        .split("\n")
        // A busy machine slows down statements of the background, too.
        .find((line) => line.includes('"slow-statement"') && line.includes('"/api/services"'));
      expect(JSON.parse(line!)).toMatchObject({ code: "slow-statement", route: "/api/services" });
      expect(JSON.parse(line!).requestId).toMatch(/^[\w-]{8,}$/);
    },
  );

  test.runIf(cases.includes("exhausted pool"))(
    "shows an exhausted pool while requests wait for it",
    async () => {
      expect(firing("PoolExhausted", await scrape())).toEqual([]);
      const requests = await lockServices(async () => {
        const waiting = requestServices(30);
        await vi.waitFor(async () => {
          const now = await scrape();
          expect(firing("PoolExhausted", now)).toEqual([`127.0.0.1:${metricsPorts[0]}`]);
          expect(panel("Database connections", now).get("waiting")).toBeGreaterThan(0);
        }, patiently);
        return { waiting };
      });
      await requests.waiting;
      expect(firing("PoolExhausted", await scrape())).toEqual([]);
    },
  );

  test.runIf(cases.includes("stuck queue"))(
    "shows a queue that is stuck behind a hanging worker",
    async () => {
      worker.process.kill("SIGSTOP");
      await book(officeCtx(database.db));
      // Makes the event ten minutes old.
      await sql`ALTER TABLE trail DISABLE TRIGGER USER`.execute(database.db);
      await sql`UPDATE trail SET at = at - interval '10 minutes'`.execute(database.db);
      const now = await scrape();
      expect(firing("QueueStuck", now)).toEqual(["events"]);
      expect(panel("Oldest waiting entry", now).get("events")).toBeGreaterThan(300);
      expect(panel("Waiting entries", now).get("events")).toBeGreaterThan(0);
    },
  );

  test.runIf(cases.includes("mail server down"))(
    "shows that no email is sent because the mail server is down",
    async () => {
      const before = await scrape();
      expect(firing("EmailsNotSent", before, before)).toEqual([]);
      await book(officeCtx(database.db));
      await vi.waitFor(async () => {
        const now = await scrape();
        expect(firing("EmailsNotSent", now, before)).toEqual([""]);
        expect(panel("Emails per minute", now, before).get("retried")).toBeGreaterThan(0);
      }, patiently);
    },
  );
});

function requestServices(count: number): Promise<Response[]> {
  return Promise.all(Array.from({ length: count }, () => fetch(`${web.origin}/api/services`)));
}

/** Runs `work` while another transaction locks the services, so that each request for them waits. */
function lockServices<Result>(work: () => Promise<Result>): Promise<Result> {
  return database.db.transaction().execute(async (db) => {
    await sql`LOCK TABLE services IN ACCESS EXCLUSIVE MODE`.execute(db);
    return work();
  });
}
