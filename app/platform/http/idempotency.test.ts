import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import { type Answer, answerOnce, findAnswer, hashBody } from "./idempotency.server";

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
/** Work that leaves a trace and gives a new answer each time. */
let count = 0;
async function work(ctx: Ctx, what: string): Promise<Answer> {
  await sql`INSERT INTO done VALUES (${what})`.execute(ctx.db);
  return { status: 200, body: { zebra: ++count, apple: { long: "É", a: [1, null] } } };
}
async function traces(what: string): Promise<number> {
  const { rows } = await sql`SELECT FROM done WHERE what = ${what}`.execute(database.db);
  return rows.length;
}

it("keeps no key of a link in the database that opens anything, and gives it again to the byte", async () => {
  const url = "https://rukn.example/bookings/BK-2026-000001?key=abc-DEF_123.456&booked";
  const answer = async (): Promise<Answer> => ({ status: 200, body: { url, id: "record-1" } });
  const first = await answerOnce(at(), once("with a link"), answer);
  const { rows } = await sql<{ kept: string }>`
    SELECT response::text AS kept FROM idempotency_keys WHERE key = 'with a link'`.execute(database.db);
  expect(rows[0]!.kept).not.toContain("abc-DEF");
  // By these, what was left about somebody is found and removed.
  expect(rows[0]!.kept).toContain("record-1");
  expect(await answerOnce(at(1), once("with a link"), answer)).toEqual(first);
  expect(first).toMatchObject({ body: { url } });
});

describe("hashBody", () => {
  it("is the same whatever the order of keys, at every depth, and of nothing else", () => {
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

describe("a call under a key", () => {
  it("is made once, and its answer given again to the byte", async () => {
    const first = await answerOnce(at(), once("once"), (ctx) => work(ctx, "once"));
    const again = await answerOnce(at(1), once("once"), (ctx) => work(ctx, "once"));
    const found = await findAnswer(at(23), once("once"));
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(JSON.stringify(found)).toBe(JSON.stringify({ ok: true, answer: first }));
    expect(await traces("once")).toBe(1);
  });

  it("made by many at once is made by one of them", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => answerOnce(at(), once("many"), (ctx) => work(ctx, "many"))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await traces("many")).toBe(1);
  });

  it("with another body is refused, before and while it is made", async () => {
    await answerOnce(at(), once("body", { a: 1 }), (ctx) => work(ctx, "body"));
    const refused = { ok: false, reason: "key-reused" };
    expect(await answerOnce(at(), once("body", { a: 2 }), (ctx) => work(ctx, "body"))).toEqual(refused);
    expect(await findAnswer(at(), once("body", { a: 2 }))).toEqual(refused);
    expect(await traces("body")).toBe(1);
  });

  it("that failed leaves nothing, and the key free", async () => {
    const failing = answerOnce(at(), once("fails"), async (ctx) => {
      await work(ctx, "fails");
      throw new Error("no more");
    });
    await expect(failing).rejects.toThrow("no more");
    expect(await traces("fails")).toBe(0);
    expect(await answerOnce(at(), once("fails"), (ctx) => work(ctx, "fails"))).toHaveProperty("status", 200);
  });

  it.each(["refused", undefined])(
    "that was refused leaves the key free, and keeps what counts: key %s",
    async (key) => {
      const refused = await answerOnce(at(), once(key), async (ctx) => {
        await work(ctx, `refused ${key}`);
        return { ok: false as const, reason: "no" };
      });
      expect(refused).toEqual({ ok: false, reason: "no" });
      expect(await findAnswer(at(), once(key))).toEqual({ ok: true, answer: null });
      expect(await traces(`refused ${key}`)).toBe(1);
      expect(await answerOnce(at(), once(key, { other: true }), (ctx) => work(ctx, "x"))).toHaveProperty(
        "status",
        200,
      );
    },
  );

  it("that was refused lets the one who waited try for themselves", async () => {
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

  it("is forgotten after 24 hours, not before", async () => {
    const first = await answerOnce(at(), once("old"), (ctx) => work(ctx, "old"));
    expect(await answerOnce(at(23.999), once("old"), (ctx) => work(ctx, "old"))).toEqual(first);
    expect(await findAnswer(at(24), once("old"))).toEqual({ ok: true, answer: null });
    const second = await answerOnce(at(24), once("old", { another: "body" }), (ctx) => work(ctx, "old"));
    expect(second).not.toEqual(first);
    expect(await traces("old")).toBe(2);
  });

  it("of one scope is not the key of another", async () => {
    const mine = await answerOnce(at(), { ...once("scoped"), scope: "mine" }, (ctx) => work(ctx, "scoped"));
    const yours = await answerOnce(at(), { ...once("scoped"), scope: "yours" }, (ctx) => work(ctx, "scoped"));
    expect(yours).not.toEqual(mine);
  });
});
