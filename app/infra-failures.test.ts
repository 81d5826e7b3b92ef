import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { m } from "~/paraglide/messages";
import { seed } from "../db/seed/seed.server";
import { createTestApp, ORIGIN, type TestApp } from "../test/harness/http-app";
import { createRealPages } from "../test/harness/real-pages";
import { type StuckProxy, startStuckProxy } from "../test/harness/servers/stuck-proxy";
import { createDatabase } from "./platform/database/database.server";
import { healthApi } from "./platform/http/health.server";
import { listen } from "./platform/http/listener.server";
import { infraFailureOf } from "./platform/incidents/infra-failure.server";

let app: TestApp;
let proxy: StuckProxy;
let cookie: string;
const admin = { email: "admin@example.com", password: "correct horse battery" };

beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const pages = await createRealPages();
  app = await createTestApp(
    { SAMPLE_DATA: "off", DATA_DIR: tmpdir(), TRUST_PROXY: "1" },
    {
      server: "external",
      pages,
      buildDir: "public",
      async proxyDatabase(connectionString) {
        const { hostname, port } = new URL(connectionString);
        proxy = await startStuckProxy({ host: hostname, port: Number(port) });
        return connectionString.replace(`:${port}/`, `:${proxy.port}/`);
      },
    },
  );
  await seed(app);
  await app.addUser({ ...admin, role: "admin" });
  cookie = await app.signIn(admin);
});
afterEach(() => {
  proxy.open();
  vi.useRealTimers();
});
afterAll(async () => {
  await app.close();
  proxy.close();
  vi.restoreAllMocks();
});

const get = (path: string, headers: Record<string, string> = {}) => app.http.request(path, { headers });

function postForm(path: string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ name: 'Priya <"Nair">' }).toString();
  return app.http.request(path, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(body.length),
      Origin: ORIGIN,
      ...headers,
    },
    body,
  });
}

async function expectInfraFailurePage(answer: Response, text: string) {
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([503, "text/html; charset=utf-8"]);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  const html = await answer.text();
  expect(html).toContain(text);
  return html;
}

describe("database outage", () => {
  const text = m.common_failure_database_unavailable({ seconds: 10 });

  test("answers API calls with 503, Retry-After and a message", async () => {
    proxy.refuse();
    for (const answer of [
      await get("/api/services"),
      await get("/api/admin/bookings", { Cookie: cookie }),
      await app.post("/api/contact/messages", { name: "Priya Nair" }, { Cookie: cookie }),
      await app.post("/api/auth/sign-in/email", admin),
    ]) {
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "10"]);
      expect(await answer.json()).toMatchObject({
        success: false,
        reason: "database-unavailable",
        message: text,
        retryAfterSeconds: 10,
      });
    }
    const readiness = await get("/readyz");
    expect([readiness.status, await readiness.json()]).toEqual([
      200,
      { status: "degraded", degraded: ["database-unavailable"] },
    ]);
    expect((await get("/readyz/strict")).status).toBe(503);
    expect((await get("/healthz")).status).toBe(200);
  });

  test("answers pages and posted forms with 503, serves static files and recovers afterwards", async () => {
    expect((await get("/about")).status).toBe(200);
    proxy.refuse();
    expect(await expectInfraFailurePage(await get("/services"), text)).toContain(
      m.common_failure_input_hint(),
    );
    await expectInfraFailurePage(await get("/bookings/BK-2026-000001?key=abc"), text);
    const page = await expectInfraFailurePage(await postForm("/contact"), text);
    expect(page).toContain(m.common_failure_input_saved());
    expect(page).toContain('<input type="hidden" name="name" value="Priya &lt;&quot;Nair&quot;&gt;">');
    expect((await get("/about")).status).toBe(200);
    proxy.open();
    await expect
      .poll(async () => (await get("/readyz")).json())
      .toEqual({
        status: "degraded",
        degraded: ["no-worker"],
      });
    expect((await get("/services")).status).toBe(200);
    expect((await get("/api/admin/bookings", { Cookie: cookie })).status).toBe(200);
  });
});

test("answers an unexpected error of a posted form with a page that keeps its fields, of a call with JSON", async () => {
  await sql`ALTER TABLE sessions RENAME TO other_sessions`.execute(app.db);
  const posted = await postForm("/contact", { Cookie: cookie });
  const call = await get("/api/admin/bookings", { Cookie: cookie });
  await sql`ALTER TABLE other_sessions RENAME TO sessions`.execute(app.db);
  expect([posted.status, posted.headers.get("Content-Type")]).toEqual([500, "text/html; charset=utf-8"]);
  const html = await posted.text();
  expect(html).toContain(m.common_unexpected_answer());
  expect(html).toContain('<input type="hidden" name="name" value="Priya &lt;&quot;Nair&quot;&gt;">');
  expect([call.status, await call.json()]).toMatchObject([500, { reason: "error" }]);
});

describe("full disk", () => {
  const text = m.common_failure_disk_full();

  test("answers failed writes with 503 and reports the server as degraded for some time", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    // Uses its own address, because the rate limit counts earlier requests of the default address.
    const from = { "X-Forwarded-For": "192.0.2.1" };
    await sql`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`.execute(
      app.db,
    );
    await sql`CREATE TRIGGER no_room BEFORE INSERT ON security_checks EXECUTE FUNCTION no_room()`.execute(
      app.db,
    );
    const isDiskFull = async () => (await (await get("/readyz", from)).json()).degraded.includes("disk-full");
    expect(await isDiskFull()).toBe(false);
    const answer = await get("/api/security-check", from);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(await answer.json()).toMatchObject({ reason: "disk-full", message: text });
    expect((await get("/api/services", from)).status).toBe(200);
    expect(await isDiskFull()).toBe(true);
    expect((await get("/readyz/strict", from)).status).toBe(503);
    vi.advanceTimersByTime(21_000);
    expect(await isDiskFull()).toBe(false);
    // Failures inside the sign-in library are reported as well.
    await sql`CREATE TRIGGER no_room BEFORE INSERT ON sessions EXECUTE FUNCTION no_room()`.execute(app.db);
    expect((await app.post("/api/auth/sign-in/email", admin, from)).status).toBe(503);
    await sql`DROP TRIGGER no_room ON sessions`.execute(app.db);
    await sql`DROP TRIGGER no_room ON security_checks`.execute(app.db);
    expect((await get("/api/security-check", from)).status).toBe(200);
  });

  test("reports the server as degraded while the disk of DATA_DIR is full", async () => {
    const answer = await healthApi(app, Number.MAX_SAFE_INTEGER).request("/readyz/strict");
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: "degraded", degraded: ["disk-full", "no-worker"] },
    ]);
  });
});

test.each([
  ["/api/handle-booking", "application/json"],
  ["/api/auth/sign-in/email", "application/json"],
  ["/contact", "application/x-www-form-urlencoded"],
])("logs no failure for a truncated body sent to %s", async (path, type) => {
  const logged = vi.mocked(process.stderr.write);
  logged.mockClear();
  const stdout = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const listener = await listen(app.http.fetch, { host: "127.0.0.1", port: 0 });
  const { host } = new URL(ORIGIN);
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${ORIGIN}\r\nContent-Type: ${type}\r\n`;
  for (const cut of ["Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"]) {
    const socket = connect(listener.port, "127.0.0.1").resume();
    socket.end(head + cut);
    await once(socket, "close");
  }
  // The truncated body may fail to parse as JSON, which is not logged.
  await expect.poll(() => stdout.mock.calls.join("")).toContain("A request ended before it was complete");
  await listener.stop({ drainMs: 0, idleMs: 0, requestsMs: 1000 });
  stdout.mockRestore();
  expect(logged.mock.calls.map(([line]) => line)).toEqual([]);
});

test("infraFailureOf recognizes infrastructure failures and ignores programming errors", async () => {
  const failing = async (text: string) => {
    try {
      await sql.raw(text).execute(app.db);
    } catch (error) {
      return infraFailureOf(error);
    }
  };
  expect(await failing("SELECT nonsense")).toBeNull();
  expect(await failing("SELECT 1/0")).toBeNull();
  expect(await failing("SET LOCAL statement_timeout = 1; SELECT pg_sleep(1)")).toBe("database-busy");
  const nowhere = createDatabase({ connectionString: "postgres://app@127.0.0.1:1/app" });
  expect(
    infraFailureOf(
      await nowhere.db
        .selectFrom("users")
        .select("id")
        .execute()
        .catch((error) => error),
    ),
  ).toBe("database-unavailable");
  await nowhere.close();
  expect(infraFailureOf(await fetch("http://127.0.0.1:1").catch((error) => error))).toBeNull();
});

test("answers a fault inside the sign-in library with a message and logs it once", async () => {
  await sql`CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$`.execute(
    app.db,
  );
  await sql`CREATE TRIGGER broken BEFORE INSERT ON sessions EXECUTE FUNCTION broken()`.execute(app.db);
  const printed = vi.spyOn(console, "error");
  const logged = vi.mocked(process.stderr.write);
  logged.mockClear();
  const answer = await app.post("/api/auth/sign-in/email", admin);
  await sql`DROP TRIGGER broken ON sessions`.execute(app.db);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ success: false, message: m.common_unexpected_answer() });
  expect(printed).not.toHaveBeenCalled();
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)).message)).toEqual(["A request failed"]);
});
