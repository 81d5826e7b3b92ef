import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import { type Answer, answerOnce, findStoredAnswer, hashBody } from "./idempotency.server";

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
async function work(ctx: Ctx, what: string): Promise<Answer> {
  await sql`INSERT INTO done VALUES (${what})`.execute(ctx.db);
  return { status: 200, body: { zebra: ++count, apple: { long: "É", a: [1, null] } } };
}
async function traces(what: string): Promise<number> {
  const { rows } = await sql`SELECT FROM done WHERE what = ${what}`.execute(database.db);
  return rows.length;
}

it("stores link keys encrypted and repeats the response to the byte", async () => {
  const url = "https://rukn.example/bookings/BK-2026-000001?key=abc-DEF_123.456&booked";
  const answer = async (): Promise<Answer> => ({ status: 200, body: { url, id: "record-1" } });
  const first = await answerOnce(at(), once("with a link"), answer);
  const { rows } = await sql<{ kept: string }>`
    SELECT response::text AS kept FROM idempotency_keys WHERE key = 'with a link'`.execute(database.db);
  expect(rows[0]!.kept).not.toContain("abc-DEF");
  // Erasing personal data finds stored responses by these ids.
  expect(rows[0]!.kept).toContain("record-1");
  expect(await answerOnce(at(1), once("with a link"), answer)).toEqual(first);
  expect(first).toMatchObject({ body: { url } });
});

describe("hashBody", () => {
  it("ignores the order of keys at every depth and nothing else", () => {
    expect(hashBody({ a: 1, b: { c: [1, 2], d: null } })).toBe(hashBody({ b: { d: null, c: [1, 2] }, a: 1 }));
    const others = [
      { a: 1, b: { c: [2, 1], d: null } },
      { a: "1", b: { c: [1, 2], d: null } },
      { a: 1 },
      {},
      [],
      null,
      "",
    ];
    expect(new Set([hashBody({ a: 1, b: { c: [1, 2], d: null } }), ...others.map(hashBody)]).size).toBe(
      others.length + 1,
    );
  });
});

describe("answerOnce", () => {
  it("runs once and repeats the response to the byte", async () => {
    const first = await answerOnce(at(), once("once"), (ctx) => work(ctx, "once"));
    const again = await answerOnce(at(1), once("once"), (ctx) => work(ctx, "once"));
    const found = await findStoredAnswer(at(23), once("once"));
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(JSON.stringify(found)).toBe(JSON.stringify({ ok: true, answer: first }));
    expect(await traces("once")).toBe(1);
  });

  it("runs once for concurrent calls", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => answerOnce(at(), once("many"), (ctx) => work(ctx, "many"))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await traces("many")).toBe(1);
  });

  it("refuses another body during and after the first call", async () => {
    await answerOnce(at(), once("body", { a: 1 }), (ctx) => work(ctx, "body"));
    const refused = { ok: false, reason: "key-reused" };
    expect(await answerOnce(at(), once("body", { a: 2 }), (ctx) => work(ctx, "body"))).toEqual(refused);
    expect(await findStoredAnswer(at(), once("body", { a: 2 }))).toEqual(refused);
    expect(await traces("body")).toBe(1);
  });

  it("leaves nothing after an exception and frees the key", async () => {
    const failing = answerOnce(at(), once("fails"), async (ctx) => {
      await work(ctx, "fails");
      throw new Error("no more");
    });
    await expect(failing).rejects.toThrow("no more");
    expect(await traces("fails")).toBe(0);
    expect(await answerOnce(at(), once("fails"), (ctx) => work(ctx, "fails"))).toHaveProperty("status", 200);
  });

  it.each(["refused", undefined])(
    "frees the key after a refusal and keeps counted attempts: key %s",
    async (key) => {
      const refused = await answerOnce(at(), once(key), async (ctx) => {
        await work(ctx, `refused ${key}`);
        return { ok: false as const, reason: "no" };
      });
      expect(refused).toEqual({ ok: false, reason: "no" });
      expect(await findStoredAnswer(at(), once(key))).toEqual({ ok: true, answer: null });
      expect(await traces(`refused ${key}`)).toBe(1);
      expect(await answerOnce(at(), once(key, { other: true }), (ctx) => work(ctx, "x"))).toHaveProperty(
        "status",
        200,
      );
    },
  );

  it("lets a waiting call run after a refusal", async () => {
    let tries = 0;
    const attempt = () =>
      answerOnce(at(), once("waits"), async (ctx) =>
        ++tries === 1 ? { ok: false as const, reason: "no" } : work(ctx, "waits"),
      );
    const [one, two] = await Promise.all([attempt(), attempt()]);
    expect([one, two].map((answer) => ("status" in answer ? 200 : answer.reason)).sort()).toEqual(
      [200, "no"].sort(),
    );
  });

  it("purges responses after 24 hours, not before", async () => {
    const first = await answerOnce(at(), once("old"), (ctx) => work(ctx, "old"));
    expect(await answerOnce(at(23.999), once("old"), (ctx) => work(ctx, "old"))).toEqual(first);
    expect(await findStoredAnswer(at(24), once("old"))).toEqual({ ok: true, answer: null });
    const second = await answerOnce(at(24), once("old", { another: "body" }), (ctx) => work(ctx, "old"));
    expect(second).not.toEqual(first);
    expect(await traces("old")).toBe(2);
  });

  it("separates the keys of different scopes", async () => {
    const mine = await answerOnce(at(), { ...once("scoped"), scope: "mine" }, (ctx) => work(ctx, "scoped"));
    const yours = await answerOnce(at(), { ...once("scoped"), scope: "yours" }, (ctx) => work(ctx, "scoped"));
    expect(yours).not.toEqual(mine);
  });
});
