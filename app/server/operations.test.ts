import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isOneRunOf, randomOf } from "../../test/faults/rounds";
import { createTestApp, type TestApp } from "../../test/harness/http-app";
import { inRequestScope } from "../platform/http/request-scope.server";
import { startHeartbeat } from "../platform/jobs/worker-heartbeat.server";
import { operationsApi } from "./operations.server";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function scrape(): Promise<string> {
  const response = await operationsApi(app).request("/metrics");
  expect(response.headers.get("Content-Type")).toContain("text/plain; version=0.0.4");
  return response.text();
}

/** Value of a sample, such as `queue_waiting{queue="emails"}`. */
function sampleOf(metrics: string, sample: string): number | undefined {
  const line = metrics.split("\n").find((line) => line.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

describe("metrics", () => {
  it("cover requests by route pattern, the connection pool, the process and each queue", async () => {
    await app.http.request(`/api/bookings/BK-2026-000001`);
    const metrics = await scrape();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/bookings\/:reference",status="404"\} \d/,
    );
    expect(metrics).not.toContain("BK-2026-000001");
    expect(sampleOf(metrics, 'db_pool_connections{state="total"}')).toBeGreaterThan(0);
    expect(sampleOf(metrics, "db_pool_wait_seconds_count")).toBeGreaterThan(0);
    expect(sampleOf(metrics, "database_up")).toBe(1);
    expect(sampleOf(metrics, "nodejs_eventloop_lag_p99_seconds")).toBeDefined();
    expect(sampleOf(metrics, "process_resident_memory_bytes")).toBeGreaterThan(0);
    for (const queue of ["emails", "webhooks", "background-jobs", "events"]) {
      expect(sampleOf(metrics, `queue_waiting{queue="${queue}"}`)).toBe(0);
      expect(sampleOf(metrics, `queue_oldest_age_seconds{queue="${queue}"}`)).toBe(0);
    }
  });

  it("show how long the oldest email is overdue", async () => {
    await sql`
      INSERT INTO mails (id, kind, recipient, sender_name, subject, html, plain, due_at)
      VALUES (gen_random_uuid(), 'test', 'customer@example.com', 'Office', 'Waiting', '', '', now() - interval '90 seconds')
    `.execute(app.db);
    const metrics = await scrape();
    expect(sampleOf(metrics, 'queue_waiting{queue="emails"}')).toBe(1);
    expect(sampleOf(metrics, 'queue_oldest_age_seconds{queue="emails"}')).toBeGreaterThan(80);
    await app.db.deleteFrom("mails").execute();
  });

  // It waits for seconds.
  it.runIf(isOneRunOf(4, randomOf("exhausted pool")))(
    "show an exhausted pool without waiting for a connection",
    async () => {
      const blocker = await app.db.startTransaction().execute();
      await sql`SELECT pg_advisory_xact_lock(1)`.execute(blocker);
      const blocked = Array.from({ length: 25 }, () =>
        sql`SELECT pg_advisory_xact_lock_shared(1)`.execute(app.db),
      );
      const metrics = await scrape();
      expect(sampleOf(metrics, 'db_pool_connections{state="waiting"}')).toBeGreaterThan(0);
      expect(sampleOf(metrics, "database_up")).toBe(0);
      await blocker.rollback().execute();
      await Promise.all(blocked);
      expect(sampleOf(await scrape(), "database_up")).toBe(1);
    },
  );

  it("count slow statements, which the log names with their request", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const sample = 'db_slow_queries_total{route="/api/slow/:id"}';
    const before = sampleOf(await scrape(), sample) ?? 0;
    const request = { method: "GET", path: "/api/slow/7", route: "/api/slow/:id", requestId: "request-1" };
    await inRequestScope(request, () => sql`SELECT pg_sleep(0.6), ${"a secret"}::text`.execute(app.db));
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(sampleOf(await scrape(), sample)).toBe(before + 1);
    const line = lines.find((line) => line.includes("pg_sleep(0.6)"));
    expect(JSON.parse(line!)).toMatchObject({ level: "warn", code: "slow-statement", ...request });
    expect(line).not.toContain("a secret");
  });

  it("keeps metrics off the public port", async () => {
    expect(await (await app.http.request("/metrics")).text()).not.toContain("database_up");
  });
});

describe("worker heartbeat", () => {
  it("counts a worker while it runs and not after it stopped", async () => {
    const admin = { email: "status@company.example", password: "a long password", role: "admin" as const };
    await app.addUser(admin);
    const headers = { Cookie: await app.signIn(admin) };
    const officeStatus = async () => (await app.http.request("/api/admin/worker-status", { headers })).json();
    const readiness = async (path: string) => {
      const response = await operationsApi(app).request(path);
      return [response.status, (await response.json()).degraded];
    };
    expect(sampleOf(await scrape(), "workers_alive")).toBe(0);
    expect(await readiness("/readyz")).toEqual([200, ["no-worker"]]);
    expect(await readiness("/readyz/strict")).toEqual([503, ["no-worker"]]);
    const heartbeat = startHeartbeat(app.db);
    await expect.poll(async () => sampleOf(await scrape(), "workers_alive")).toBe(1);
    expect(await readiness("/readyz/strict")).toEqual([200, []]);
    expect(await officeStatus()).toEqual({ alive: true });
    await heartbeat.stop();
    expect(sampleOf(await scrape(), "workers_alive")).toBe(0);
    expect(await officeStatus()).toEqual({ alive: false });
  });

  it("expires 15 seconds after the last heartbeat of a killed worker", async () => {
    const beat = (seconds: number) =>
      app.db
        .insertInto("workerHeartbeats")
        .values({ id: crypto.randomUUID(), beatAt: new Date(Date.now() - seconds * 1_000) })
        .execute();
    await beat(10);
    expect(sampleOf(await scrape(), "workers_alive")).toBe(1);
    await app.db.deleteFrom("workerHeartbeats").execute();
    await beat(16);
    expect(sampleOf(await scrape(), "workers_alive")).toBe(0);
  });
});
