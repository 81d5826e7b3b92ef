import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isProofSelected } from "../../../test/faults/rounds";
import { addCustomer } from "../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx } from "../../../test/harness/company/company";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import { execute, type ReplicatedServer, startReplicatedServer } from "../../../test/harness/servers/standby";
import { features } from "../../server/api.server";
import { operationsApi } from "../../server/operations.server";
import type { Endpoint } from "../http/endpoint.server";
import { dubaiDate } from "../time";
import { createDatabase } from "./database.server";
import { connectionTo } from "./database-client.server";
import { type OpenedReplica, openReplica } from "./replica.server";

const ADMIN = { email: "admin@company.example", password: "a long password", role: "admin" as const };
const today = dubaiDate(new Date());
const FIGURES = `/api/admin/figures/funnel?from=${today}&to=${today}`;

const rows = features
  .flatMap(({ rows }): readonly Endpoint[] => rows)
  .filter(({ reads }) => reads !== undefined);

let server: ReplicatedServer;
let app: TestApp;
let replica: OpenedReplica;
let cookie: string;
function startApp(maxLagSeconds: number): Promise<TestApp> {
  const database = {
    ...createDatabase({ connectionString: server.primary }),
    connectionString: server.primary,
  };
  return createTestApp(
    {},
    { database, openReplica: ({ pool }) => openReplica(connectionTo(server.standby), pool, maxLagSeconds) },
  );
}

async function pauseReplay(): Promise<void> {
  await execute(server.standby, "SELECT pg_wal_replay_pause()");
  await expect
    .poll(() => succeeds("SELECT 1 / (pg_get_wal_replay_pause_state() = 'paused')::int"))
    .toBe(true);
}

/** True if the standby runs the statement without an error. */
function succeeds(statement: string): Promise<boolean> {
  return execute(server.standby, statement).then(
    () => true,
    () => false,
  );
}

/** Waits until the standby has all changes, also of the health check's pause after a failure. */
async function replayAll(): Promise<void> {
  const { rows } = await sql<{ at: string }>`SELECT pg_current_wal_lsn()::text AS at`.execute(app.db);
  await vi.waitFor(async () => {
    await replica.readLag();
    expect(await replica.findDb(rows[0]!.at)).not.toBeNull();
  }, 10_000);
}

async function read(path: string, { as = cookie, from = app } = {}) {
  const response = await from.http.request(path, { headers: { Cookie: as } });
  expect(response.status).toBe(200);
  return response;
}

async function completed(from = app): Promise<number> {
  return (await (await read(FIGURES, { from })).json()).now.completed;
}

async function addCompleted(): Promise<void> {
  await sql`INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged) VALUES ('completed', 'day', ${today}, 'hvac', 0, 1, true)`.execute(
    app.db,
  );
}

/** Adds a technician as this session, and returns the session's cookies after it. */
async function addTechnician(name: string): Promise<string> {
  const contact = { name, email: `${name}@company.example`, phone: "0501112223" };
  const response = await app.post("/api/admin/technicians", contact, { Cookie: cookie });
  expect(response.status).toBe(200);
  const set = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  return [cookie, ...set].join("; ");
}

async function found(name: string, as: string): Promise<number> {
  return (await (await read(`/api/admin/search?search=${name}`, { as })).json()).technicians.length;
}

async function readiness(from = app): Promise<string[]> {
  return (await (await operationsApi(from).request("/readyz")).json()).degraded;
}

describe.runIf(isProofSelected("read replica"))("replica", () => {
  beforeAll(async () => {
    server = await startReplicatedServer();
    app = await startApp(600);
    replica = app.replica as OpenedReplica;
    await createCompany(app.db);
    await addOfficeUser(app.db);
    await app.addUser(ADMIN);
    cookie = await app.signIn(ADMIN);
    await replayAll();
  }, 120_000);
  afterEach(async () => {
    await server.startStandby();
    await execute(server.standby, "SELECT pg_wal_replay_resume()");
    await replayAll();
  });
  afterAll(async () => {
    await app.close();
    await server.drop();
  });

  it("answers all endpoint rows that may read it, without transactions and writes", async () => {
    const customerId = await addCustomer(officeCtx(app.db), { name: "Zayed", email: "zayed@example.com" });
    await replayAll();
    const results = () => counted(["replica", "unavailable", "behind", "own-writes", "failed"]);
    const before = await results();
    for (const { path } of rows)
      await (
        await read(
          `/api${path.replace("{id}", customerId)}?search=zayed&from=${today}&to=${today}&day=${today}`,
        )
      ).text();
    const after = await results();
    expect(after.map((value, at) => value - before[at]!)).toEqual([rows.length, 0, 0, 0, 0]);
  });

  it("answers analytics, with older figures while it replays nothing", async () => {
    const before = await completed();
    await pauseReplay();
    await addCompleted();
    expect(await completed()).toBe(before);
    await execute(server.standby, "SELECT pg_wal_replay_resume()");
    await expect.poll(() => completed()).toBe(before + 1);
  });

  it("never answers visitors, who see changes at once", async () => {
    await pauseReplay();
    const results = () => counted(["replica", "unavailable", "behind", "own-writes", "failed"]);
    const before = await results();
    await app.db.updateTable("services").set({ name: "Renamed service" }).execute();
    expect(await (await app.http.request("/api/services")).text()).toContain("Renamed service");
    expect(await results()).toEqual(before);
  });

  it("answers a search only after it replayed the session's last change", async () => {
    await pauseReplay();
    const afterChange = await addTechnician("Falasi");
    expect(await found("falasi", afterChange)).toBe(1);
    const otherSession = cookie;
    expect(await found("falasi", otherSession)).toBe(0);
    await execute(server.standby, "SELECT pg_wal_replay_resume()");
    await replayAll();
    expect(await found("falasi", otherSession)).toBe(1);
    const [before] = await counted(["replica"]);
    expect(await found("falasi", afterChange)).toBe(1);
    expect(await counted(["replica"])).toEqual([before! + 1]);
  });

  it("leaves a search to the primary when the position of the last change is unknown or changed by hand", async () => {
    await pauseReplay();
    await addTechnician("Mansoori");
    for (const position of ["unknown", "0-0"])
      expect(await found("mansoori", `${cookie}; write_position=${position}`)).toBe(1);
  });

  it("lets the primary answer while it is stopped, and appears in health check and metrics", async () => {
    await addCompleted();
    await replayAll();
    const before = await completed();
    const [down] = await counted(["unavailable"]);
    await server.stopStandby();
    await addCompleted();
    expect(await completed()).toBe(before + 1);
    expect(await completed()).toBe(before + 1);
    expect(await counted(["unavailable"])).toEqual([down! + 2]);
    expect(await readiness()).toContain("replica-unavailable");
    expect(await metrics()).toContain("\ndb_replica_up 0\n");
    await server.startStandby();
    await expect.poll(() => readiness()).not.toContain("replica-unavailable");
    expect(await metrics()).toContain("\ndb_replica_up 1\n");
    expect(await counted(["unavailable"])).toEqual([down! + 2]);
  });

  it("lets the primary answer while it is too far behind", async () => {
    const strict = await startApp(0);
    const before = await completed();
    await pauseReplay();
    await addCompleted();
    expect(await completed(strict)).toBe(before + 1);
    expect(await readiness(strict)).toContain("replica-behind");
    await strict.close();
  });

  it("leaves the rest of an answer to the primary when it is lost meanwhile", async () => {
    const db = (await replica.findDb(null))!;
    const isStandby = async () => {
      const { rows } = await sql<{ standby: boolean }>`SELECT pg_is_in_recovery() AS standby`.execute(db);
      return rows[0]!.standby;
    };
    expect(await isStandby()).toBe(true);
    await server.stopStandby();
    expect(await isStandby()).toBe(false);
    await server.startStandby();
    expect(await isStandby()).toBe(false);
  });

  it("leaves statements to the primary that its replay cancels", async () => {
    const db = (await replica.findDb(null))!;
    const answer = sql<{ standby: boolean }>`
      SELECT pg_is_in_recovery() AS standby, pg_sleep(1), count(*) FROM tallies`.execute(db);
    const isRunning =
      "SELECT 1 / count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(1)%' AND pid <> pg_backend_pid()";
    await expect.poll(() => succeeds(isRunning)).toBe(true);
    // Replaying the lock needs the table that the statement reads.
    await execute(server.primary, "BEGIN; LOCK TABLE tallies IN ACCESS EXCLUSIVE MODE; COMMIT");
    expect((await answer).rows[0]!.standby).toBe(false);
  });

  it("refuses statements that write, which the primary never repeats", async () => {
    const db = (await replica.findDb(null))!;
    await expect(db.deleteFrom("tallies").execute()).rejects.toThrow("read-only transaction");
    await expect(db.transaction().execute(async () => {})).rejects.toThrow("no transactions");
  });

  it("stays unused when its address leads to a server that is no standby", async () => {
    const promoted = openReplica(connectionTo(server.primary), app.pool as never);
    expect(await promoted.findDb(null)).toBeNull();
    await expect(promoted.readLag()).rejects.toThrow("no standby");
    await promoted.close();
  });
});

async function metrics(): Promise<string> {
  return (await operationsApi(app).request("/metrics")).text();
}

async function counted(results: string[]): Promise<number[]> {
  const text = await metrics();
  return results.map((result) =>
    Number(new RegExp(`^db_replica_reads_total\\{result="${result}"\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0),
  );
}
