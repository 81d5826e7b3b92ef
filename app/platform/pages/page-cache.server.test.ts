import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { createDatabase } from "../database/database.server";
import { openLive } from "../live/live.server";
import { openPageCache, type PageCache } from "./page-cache.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`CREATE TABLE notices (text text NOT NULL)`.execute(database.db);
  await sql`SELECT watch_content('notices')`.execute(database.db);
  await sql`INSERT INTO notices VALUES ('none')`.execute(database.db);
});
afterAll(() => database.drop());

let clock: Date;
let rendered: number;
let cache: PageCache;
beforeEach(() => {
  clock = new Date("2026-11-21T10:00:00Z");
  rendered = 0;
  cache = openPageCache(database.db, () => clock);
});

const read = async () =>
  (await sql<{ text: string }>`SELECT text FROM notices`.execute(database.db)).rows[0]!.text;
const write = (text: string, db = database.db) => sql`UPDATE notices SET text = ${text}`.execute(db);

async function renderNotice(): Promise<Response> {
  rendered++;
  return new Response(await read(), { headers: { "Content-Type": "text/html" } });
}
async function fetchPage(of = cache, render = renderNotice, key = "/"): Promise<string> {
  return (await of.answer(key, new Request("http://localhost/"), render)).text();
}

describe("openPageCache", () => {
  it("renders a page once", async () => {
    for (let round = 0; round < 5; round++) await fetchPage();
    expect(rendered).toBe(1);
    await fetchPage(cache, renderNotice, "/other");
    expect(rendered).toBe(2);
  });

  it("renders once for concurrent requests", async () => {
    await Promise.all(Array.from({ length: 50 }, () => fetchPage()));
    expect(rendered).toBe(1);
  });

  it("shows each change at the next request in every process", async () => {
    const otherCaches = [openPageCache(database.db), openPageCache(database.db)];
    for (let round = 0; round < 50; round++) {
      await write(`change ${round}`);
      const responses = await Promise.all([cache, ...otherCaches].map((of) => fetchPage(of)));
      expect(responses).toEqual(Array(3).fill(`change ${round}`));
    }
  });

  it("shows changes during concurrent requests", async () => {
    let stop = false;
    const crowd = Array.from({ length: 20 }, async () => {
      while (!stop) await fetchPage();
    });
    for (let round = 0; round < 50; round++) {
      await write(`busy ${round}`);
      expect(await fetchPage()).toBe(`busy ${round}`);
    }
    stop = true;
    await Promise.all(crowd);
  });

  it("does not cache content read before a change as the new state", async () => {
    await write("before");
    const slow = fetchPage(cache, async () => {
      const page = await renderNotice();
      await write("after");
      expect(await fetchPage()).toBe("after");
      return page;
    });
    expect(await slow).toBe("before");
    expect(await fetchPage()).toBe("after");
  });

  it("shows a change only after its commit", async () => {
    await write("agreed");
    const undone = await database.db.startTransaction().execute();
    await write("draft", undone);
    expect(await fetchPage()).toBe("agreed");
    await undone.rollback().execute();
    expect(await fetchPage()).toBe("agreed");
    expect(rendered).toBe(1);
  });

  it("renders again at Dubai midnight and limits CDN caching to it", async () => {
    const lifetime = async () =>
      (await cache.answer("/", new Request("http://localhost/"), renderNotice)).headers.get("Cache-Control");
    expect(await lifetime()).toBe("public, max-age=0, s-maxage=60, stale-if-error=86400");
    clock = new Date("2026-11-21T19:59:50Z");
    expect(await lifetime()).toBe("public, max-age=0, s-maxage=10, stale-if-error=86400");
    expect(rendered).toBe(1);
    clock = new Date("2026-11-21T20:00:00Z");
    expect(await lifetime()).toBe("public, max-age=0, s-maxage=60, stale-if-error=86400");
    expect(rendered).toBe(2);
  });

  it("does not cache errors, missing pages and redirects", async () => {
    for (const status of [404, 500, 302]) {
      const answers = [1, 2].map(() =>
        cache.answer(`/${status}`, new Request("http://localhost/"), async () => {
          rendered++;
          return new Response("no", { status });
        }),
      );
      for (const answer of [await answers[0]!, await answers[1]!]) {
        expect(answer.status).toBe(status);
        expect(answer.headers.get("Cache-Control")).toBe("no-store");
      }
      await fetchPage();
      expect(cache.has(`/${status}`)).toBe(false);
    }
  });

  it("removes a page that no longer exists", async () => {
    await fetchPage();
    await write("and gone");
    const response = await cache.answer(
      "/",
      new Request("http://localhost/"),
      async () => new Response("", { status: 404 }),
    );
    expect(response.status).toBe(404);
    expect(cache.has("/")).toBe(false);
  });

  it("serves the previous version when rendering fails", async () => {
    await write("good");
    expect(await fetchPage()).toBe("good");
    await write("better");
    expect(await fetchPage(cache, async () => new Response("broken", { status: 500 }))).toBe("good");
    const fail = async () => {
      throw new Error("broken");
    };
    expect(await fetchPage(cache, fail)).toBe("good");
    await expect(fetchPage(cache, fail, "/never-rendered")).rejects.toThrow("broken");
    expect(await fetchPage()).toBe("better");
  });

  it("removes cookies from cached pages", async () => {
    const { headers } = await cache.answer(
      "/",
      new Request("http://localhost/"),
      async () => new Response("", { headers: { "Set-Cookie": "session=1" } }),
    );
    expect(headers.getSetCookie()).toEqual([]);
  });

  it("evicts the least recently used pages", async () => {
    await fetchPage();
    for (let page = 0; page < 499; page++) await fetchPage(cache, async () => new Response(), `/${page}`);
    await fetchPage();
    await fetchPage(cache, async () => new Response(), "/one-more");
    expect([cache.has("/"), cache.has("/0"), cache.has("/one-more")]).toEqual([true, false, true]);
  });
});

describe("openPageCache without the database", () => {
  it("serves cached pages while the database is unavailable", async () => {
    const own = createDatabase(database.connection);
    const cache = openPageCache(own.db);
    await write("still there");
    expect(await fetchPage(cache)).toBe("still there");
    await own.close();
    expect(await fetchPage(cache)).toBe("still there");
    expect(rendered).toBe(1);
  });

  it("does not wait for a hanging database and catches up afterwards", async () => {
    await write("known");
    expect(await fetchPage()).toBe("known");
    const blocker = await database.db.startTransaction().execute();
    await sql`LOCK TABLE content_changes`.execute(blocker);
    expect(await fetchPage()).toBe("known");
    // Answered while the lock is still held.
    expect(await fetchPage()).toBe("known");
    await write("changed", blocker);
    await blocker.commit().execute();
    await expect.poll(() => fetchPage()).toBe("changed");
  });
});

/** Runs on Node's HTTP server; requests that `send` leaves are answered after `work`. */
async function onServer(
  of: PageCache,
  headers: Record<string, string>,
  method = "GET",
  operation: () => Promise<unknown> = async () => {},
) {
  const left: string[] = [];
  const server = createServer(async (request, answer) => {
    if (await of.send(request, answer)) return;
    left.push(request.url ?? "");
    await operation();
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port, method, headers }, resolve).on("error", reject).end(),
  );
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  await new Promise((resolve) => server.close(resolve));
  return { left, answer, body: Buffer.concat(parts) };
}

describe("send", () => {
  it("`send` returns the same response as `answer`", async () => {
    await fetchPage();
    const etag = (await cache.answer("/", new Request("http://localhost/"), renderNotice)).headers.get(
      "ETag",
    )!;
    for (const [method, headers] of [
      ["GET", {}],
      ["GET", { "Accept-Encoding": "gzip, br" }],
      ["HEAD", { "Accept-Encoding": "gzip" }],
      ["GET", { "If-None-Match": etag }],
    ] as const) {
      const sent = await onServer(cache, headers, method);
      const full = await cache.answer(
        "/",
        new Request("http://localhost/", { method, headers }),
        renderNotice,
      );
      expect(sent.left).toEqual([]);
      expect(sent.answer.statusCode).toBe(full.status);
      expect(sent.answer.headers).toMatchObject(Object.fromEntries(full.headers));
      expect(sent.body).toEqual(Buffer.from(await full.arrayBuffer()));
    }
    expect(rendered).toBe(1);
  });

  it("`send` leaves changed pages, other methods and unknown pages to `answer`", async () => {
    expect((await onServer(cache, {})).left).toEqual(["/"]);
    await fetchPage();
    expect((await onServer(cache, {}, "POST")).left).toEqual(["/"]);
    expect((await onServer(cache, {})).left).toEqual([]);
    await write("another");
    expect((await onServer(cache, {})).left).toEqual(["/"]);
  });
});

describe("send with change notifications", () => {
  const isLeft = async (of: PageCache, headers = {}) => (await onServer(of, headers)).left.length > 0;

  it("shows a change as soon as it is notified", async () => {
    const live = await openLive(database);
    const cache = openPageCache(database.db, () => clock, live.contentChanges);
    for (let round = 0; round < 5; round++) {
      await fetchPage(cache);
      expect(await isLeft(cache)).toBe(false);
      const before = live.contentChanges();
      await write(`told ${round}`);
      await expect.poll(live.contentChanges, { interval: 1 }).not.toBe(before);
      expect(await isLeft(cache)).toBe(true);
    }
    await live.close();
    await fetchPage(cache);
    await write("no longer told");
    expect(await isLeft(cache)).toBe(true);
  });

  it("queries the database while the connection is lost and misses no change afterwards", async () => {
    const live = await openLive(database);
    const cache = openPageCache(database.db, () => clock, live.contentChanges);
    await fetchPage(cache);
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'live'
    `.execute(database.db);
    await expect.poll(live.contentChanges, { interval: 1 }).toBeNull();
    await write("while it is lost");
    expect(await isLeft(cache)).toBe(true);
    await fetchPage(cache);
    await write("just before it is back");
    await expect.poll(live.contentChanges).not.toBeNull();
    // The connection may have been back before the last change, which is then notified.
    await expect.poll(() => isLeft(cache)).toBe(true);
    await live.close();
  });

  describe("send without notifications", () => {
    let cache: PageCache;
    beforeEach(async () => {
      cache = openPageCache(
        database.db,
        () => clock,
        () => 1,
      );
      await fetchPage(cache);
    });

    it("shows a change after at most one second", async () => {
      await write("never told");
      await expect.poll(() => isLeft(cache), { timeout: 3_000 }).toBe(true);
    });

    it("shows a change by a request of this process during and after it", async () => {
      await onServer(cache, {}, "POST", async () => {
        await write("asked for");
        expect(await isLeft(cache)).toBe(true);
      });
      expect(await isLeft(cache)).toBe(true);
    });

    it("shows a change to requests with a cookie", async () => {
      await write("by somebody who is signed in");
      expect(await isLeft(cache, { Cookie: "session=1" })).toBe(true);
    });
  });
});
