import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import { type Answer, findStoredResponse, hashBody, runIdempotent } from "./idempotency.server";

let database: TestDatabase;
const NOW = Date.parse("2026-11-23T05:00:00Z");
const at = (hours = 0): Ctx => ({
  actor: system,
  db: database.db,
  now: new Date(NOW + hours * 3_600_000),
  requestId: "test-test",
  locale: "en",
});
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`CREATE TABLE done (what text)`.execute(database.db);
});
afterAll(() => database.drop());

const once = (key: string | undefined, body: unknown = {}) => ({
  key,
  scope: "test",
  bodyHash: hashBody(body),
  secret: SECRET,
});
const SECRET = "a secret of thirty-two characters";
/** Leaves a trace and returns a new response each time. */
let count = 0;
async function insertRow(ctx: Ctx, what: string): Promise<Answer> {
  await sql`INSERT INTO done VALUES (${what})`.execute(ctx.db);
  return { status: 200, body: { zebra: ++count, apple: { long: "É", a: [1, null] } } };
}
async function traces(what: string): Promise<number> {
  const { rows } = await sql`SELECT FROM done WHERE what = ${what}`.execute(database.db);
  return rows.length;
}

it("stores link keys encrypted and repeats the response byte for byte", async () => {
  const url = "https://rukn.example/bookings/BK-2026-000001?key=abc-DEF_123.456&booked";
  const answer = async (): Promise<Answer> => ({ status: 200, body: { url, id: "record-1" } });
  const first = await runIdempotent(at(), once("with a link"), answer);
  const { rows } = await sql<{ stored: string }>`
    SELECT response::text AS stored FROM idempotency_keys WHERE key = 'with a link'`.execute(database.db);
  expect(rows[0]!.stored).not.toContain("abc-DEF");
  // Erasing personal data finds stored responses by these ids.
  expect(rows[0]!.stored).toContain("record-1");
  expect(await runIdempotent(at(1), once("with a link"), answer)).toEqual(first);
  expect(first).toMatchObject({ body: { url } });
});

describe("hashBody", () => {
  it("ignores the order of keys at every depth and nothing else", () => {
    expect(hashBody({ a: 1, b: { c: [1, 2], d: null } })).toBe(hashBody({ b: { d: null, c: [1, 2] }, a: 1 }));
    const otherBodies = [
      { a: 1, b: { c: [2, 1], d: null } },
      { a: "1", b: { c: [1, 2], d: null } },
      { a: 1 },
      {},
      [],
      null,
      "",
    ];
    expect(new Set([hashBody({ a: 1, b: { c: [1, 2], d: null } }), ...otherBodies.map(hashBody)]).size).toBe(
      otherBodies.length + 1,
    );
  });
});

describe("answerOnce", () => {
  it("runs once and repeats the response byte for byte", async () => {
    const first = await runIdempotent(at(), once("once"), (ctx) => insertRow(ctx, "once"));
    const again = await runIdempotent(at(1), once("once"), (ctx) => insertRow(ctx, "once"));
    const found = await findStoredResponse(at(23), once("once"));
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(JSON.stringify(found)).toBe(JSON.stringify({ ok: true, answer: first }));
    expect(await traces("once")).toBe(1);
  });

  it("runs once for concurrent calls", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => runIdempotent(at(), once("many"), (ctx) => insertRow(ctx, "many"))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await traces("many")).toBe(1);
  });

  it("refuses another body during and after the first call", async () => {
    await runIdempotent(at(), once("body", { a: 1 }), (ctx) => insertRow(ctx, "body"));
    const refused = { ok: false, reason: "key-reused" };
    expect(await runIdempotent(at(), once("body", { a: 2 }), (ctx) => insertRow(ctx, "body"))).toEqual(
      refused,
    );
    expect(await findStoredResponse(at(), once("body", { a: 2 }))).toEqual(refused);
    expect(await traces("body")).toBe(1);
  });

  it("keeps the answers of each user and path apart", async () => {
    await runIdempotent(at(), once("shared"), (ctx) => insertRow(ctx, "shared"));
    const ofOtherUser = { ...once("shared"), scope: "another user" };
    expect(await findStoredResponse(at(), ofOtherUser)).toEqual({ ok: true, answer: null });
    await runIdempotent(at(), ofOtherUser, (ctx) => insertRow(ctx, "shared"));
    expect(await traces("shared")).toBe(2);
  });

  it("leaves nothing after an exception and frees the key", async () => {
    const failing = runIdempotent(at(), once("fails"), async (ctx) => {
      await insertRow(ctx, "fails");
      throw new Error("no more");
    });
    await expect(failing).rejects.toThrow("no more");
    expect(await traces("fails")).toBe(0);
    expect(await runIdempotent(at(), once("fails"), (ctx) => insertRow(ctx, "fails"))).toHaveProperty(
      "status",
      200,
    );
  });

  it.each(["refused", undefined])(
    "frees the idempotency key after a refusal and keeps counted attempts: key %s",
    async (key) => {
      const refused = await runIdempotent(at(), once(key), async (ctx) => {
        await insertRow(ctx, `refused ${key}`);
        return { ok: false as const, reason: "no" };
      });
      expect(refused).toEqual({ ok: false, reason: "no" });
      expect(await findStoredResponse(at(), once(key))).toEqual({ ok: true, answer: null });
      expect(await traces(`refused ${key}`)).toBe(1);
      expect(
        await runIdempotent(at(), once(key, { other: true }), (ctx) => insertRow(ctx, "x")),
      ).toHaveProperty("status", 200);
    },
  );

  it("lets a waiting call run after a refusal", async () => {
    let attempts = 0;
    const attempt = () =>
      runIdempotent(at(), once("waits"), async (ctx) =>
        ++attempts === 1 ? { ok: false as const, reason: "no" } : insertRow(ctx, "waits"),
      );
    const [one, two] = await Promise.all([attempt(), attempt()]);
    expect([one, two].map((answer) => ("status" in answer ? 200 : answer.reason)).sort()).toEqual(
      [200, "no"].sort(),
    );
  });

  it("purges responses after 24 hours, not before", async () => {
    const first = await runIdempotent(at(), once("old"), (ctx) => insertRow(ctx, "old"));
    expect(await runIdempotent(at(23.999), once("old"), (ctx) => insertRow(ctx, "old"))).toEqual(first);
    expect(await findStoredResponse(at(24), once("old"))).toEqual({ ok: true, answer: null });
    const second = await runIdempotent(at(24), once("old", { another: "body" }), (ctx) =>
      insertRow(ctx, "old"),
    );
    expect(second).not.toEqual(first);
    expect(await traces("old")).toBe(2);
  });

  it("separates the keys of different scopes", async () => {
    const first = await runIdempotent(at(), { ...once("scoped"), scope: "mine" }, (ctx) =>
      insertRow(ctx, "scoped"),
    );
    const second = await runIdempotent(at(), { ...once("scoped"), scope: "yours" }, (ctx) =>
      insertRow(ctx, "scoped"),
    );
    expect(second).not.toEqual(first);
  });
});
