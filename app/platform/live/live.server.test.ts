import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import "~/features/operations/bookings/booking";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { system } from "../auth/actor";
import { ANY_TOPIC } from "../events/events";
import { emit } from "../events/events.server";
import { createLiveResponse, type Live, openLive } from "./live.server";

let database: TestDatabase;
let live: Live;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  live = await openLive(database);
});
afterEach(() => live.close());

const emitEvent = (db = database.db) =>
  emit(
    { actor: system, db, now: new Date(), requestId: "test", locale: "en" },
    "booking.status-changed",
    randomUUID(),
    {
      transition: "depart",
      to: "en_route",
      visitId: null,
    },
  );

/** Emits events of `count` records. */
const emitMany = (count: number) =>
  database.db.transaction().execute(async (db) => {
    for (let n = 0; n < count; n++) await emitEvent(db);
  });

function nextTopic(): Promise<string> {
  return new Promise((resolve) => {
    const unsubscribe = live.subscribe(null, (topic) => {
      unsubscribe();
      resolve(topic);
    });
  });
}

describe("openLive", () => {
  test("notifies subscribers of records without an owner", async () => {
    const strangerTopics: string[] = [];
    live.subscribe(randomUUID(), (topic) => strangerTopics.push(topic));
    const topic = nextTopic();
    await emitEvent();
    expect(await topic).toBe("booking");
    expect(strangerTopics).toEqual([]);
  });

  test("notifies other subscribers after one throws", async () => {
    live.subscribe(null, () => {
      throw new Error("broken");
    });
    const topic = nextTopic();
    await emitEvent();
    expect(await topic).toBe("booking");
  });

  test("delivers all events to each of several processes", async () => {
    const second = await openLive(database);
    const collect = (from: Live, count: number) =>
      new Promise<Set<string>>((resolve) => {
        const ids = new Set<string>();
        from.subscribe(null, (_, id) => {
          if (ids.add(id!).size === count) resolve(ids);
        });
      });
    const received = [collect(live, 40), collect(second, 40)];
    for (let n = 0; n < 10; n++) await Promise.all([emitEvent(), emitMany(3)]);
    const [first, other] = await Promise.all(received);
    expect(other).toEqual(first);
    await second.close();
    const { rows } = await sql`SELECT FROM live_notices`.execute(database.db);
    expect(rows).toEqual([]);
  });

  test("reconnects after a lost connection and reports possibly missed events", async () => {
    const topic = nextTopic();
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'live'
    `.execute(database.db);
    expect(await topic).toBe(ANY_TOPIC);
    const nextMessage = nextTopic();
    await emitEvent();
    expect(await nextMessage).toBe("booking");
  });
});

describe("createLiveResponse", () => {
  async function openPage() {
    const http = new Hono();
    http.use(compress());
    http.get("/live", () => createLiveResponse(live, null));
    const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
      const started = serve({ fetch: http.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(started));
    });
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/live`);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    return { server, response, reader };
  }

  test("streams topics and batches concurrent events into one message", async () => {
    const { server, response, reader } = await openPage();
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("content-encoding")).toBeNull();
    expect((await reader.read()).value).toMatch(/^retry: \d+\n\n$/);
    await emitMany(20);
    expect((await reader.read()).value).toMatch(/^event: topic\ndata: booking( [0-9a-f-]{36}){20}\n\n$/);
    await emitMany(21);
    expect((await reader.read()).value).toBe("event: topic\ndata: booking\n\n");
    await reader.cancel();
    await new Promise((resolve) => server.close(resolve));
  });

  test("ends streams on shutdown, so that the server can close", async () => {
    const { server, reader } = await openPage();
    await reader.read();
    await live.close();
    expect((await reader.read()).done).toBe(true);
    await new Promise((resolve) => server.close(resolve));
  });

  test("ends streams opened during shutdown", async () => {
    await live.close();
    const { server, reader } = await openPage();
    await reader.read();
    expect((await reader.read()).done).toBe(true);
    await new Promise((resolve) => server.close(resolve));
  });
});
