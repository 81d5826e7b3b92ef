import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { type StuckProxy, startStuckProxy } from "../../../test/harness/servers/stuck-proxy";
import { infraFailureOf } from "../incidents/infra-failure.server";
import { openLive } from "../live/live.server";
import { createDatabase } from "./database.server";
import { connectionTo } from "./database-client.server";
import { createPool } from "./pool.server";

/** Two addresses of one server, of which one or both answer. */
let server: TestDatabase;
const proxies: StuckProxy[] = [];
beforeAll(async () => {
  server = await createTestDatabase({ server: "external" });
  const { hostname, port } = new URL(server.connectionString);
  for (let count = 0; count < 2; count++)
    proxies.push(await startStuckProxy({ host: hostname, port: Number(port) }));
});
afterEach(async () => {
  for (const proxy of proxies) proxy.open();
  await server.pool.query(`ALTER DATABASE ${databaseName()} RESET default_transaction_read_only`);
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  await server.drop();
});

const databaseName = () => new URL(server.connectionString).pathname.slice(1);

function address(): string {
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(",");
  const url = new URL(server.connectionString);
  return `postgres://${url.username}${url.password && `:${url.password}`}@${hosts}${url.pathname}${url.search}`;
}

async function failureOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error) => infraFailureOf(error),
  );
}

it("connects to the server that answers, and to the other one after a failure", async () => {
  const pool = createPool({ ...connectionTo(address()), max: 2 });
  const [first, second] = proxies as [StuckProxy, StuckProxy];
  first.refuse();
  await pool.query("SELECT 1");
  second.refuse();
  first.open();
  // The pooled connection is lost, and the first attempt may still try its server.
  await expect.poll(() => failureOf(pool.query("SELECT 1"))).toBeNull();
  await pool.end();
});

it("counts servers that refuse to write as a database that is away, until one accepts", async () => {
  const pool = createPool({ ...connectionTo(address()), max: 2 });
  await server.pool.query(`ALTER DATABASE ${databaseName()} SET default_transaction_read_only = on`);
  expect(await failureOf(pool.query("SELECT 1"))).toBe("database-unavailable");
  const reader = createPool({ ...connectionTo(`${address()}?target_session_attrs=read-only`), max: 1 });
  expect(await failureOf(reader.query("SELECT 1"))).toBeNull();
  await reader.end();
  await server.pool.query(`ALTER DATABASE ${databaseName()} RESET default_transaction_read_only`);
  expect(await failureOf(pool.query("SELECT 1"))).toBeNull();
  await pool.end();
});

it("drops the connections of a demoted server", async () => {
  const database = createDatabase({ ...connectionTo(server.connectionString), max: 2 });
  const clients = [await database.pool.connect(), await database.pool.connect()];
  for (const client of clients) await client.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
  for (const client of clients) client.release();
  const write = () => failureOf(database.db.deleteFrom("rateLimits").execute());
  expect(await write()).toBe("database-unavailable");
  expect(await write()).toBeNull();
  await database.close();
});

it("receives live updates through the other server after a failure", async () => {
  const live = await openLive({ direct: connectionTo(address()) });
  const received = new Promise<string>((resolve) => live.subscribe(null, resolve));
  proxies[0]!.refuse();
  expect(await received).toBe("*");
  await live.close();
});
