import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { system } from "../../auth/actor";
import { resetAttempts, takeAttempt } from "./rate-limit.server";

let database: TestDatabase;
const START = Date.parse("2026-11-23T05:00:00Z");
const at = (ms: number) => ({
  actor: system,
  db: database.db,
  now: new Date(START + ms),
  requestId: "test-test",
  locale: "en" as const,
});
const take = (key: string, ms: number) => takeAttempt(at(ms), { key, max: 3, seconds: 60 });
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("takeAttempt with three attempts per minute", () => {
  it("counts each attempt for sixty seconds, to the millisecond", async () => {
    for (const ms of [0, 10_000, 20_000]) expect(await take("slide", ms)).toEqual({ ok: true });
    expect(await take("slide", 20_001)).toEqual({ ok: false, retryAfterSeconds: 40 });
    expect(await take("slide", 59_999)).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(await take("slide", 60_000)).toEqual({ ok: true });
    expect(await take("slide", 60_001)).toEqual({ ok: false, retryAfterSeconds: 10 });
    expect(await take("slide", 70_000)).toEqual({ ok: true });
  });

  it("property: agrees with a plain count and returns the exact waiting time", async () => {
    let run = 0;
    const steps = fc.array(fc.integer({ min: 0, max: 45_000 }), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, async (pauses) => {
        const key = `model ${run++}`;
        let now = 0;
        let attempts: number[] = [];
        for (const pause of pauses) {
          now += pause;
          attempts = attempts.filter((attempt) => attempt > now - 60_000);
          const free = attempts.length < 3;
          const answer = await take(key, now);
          expect(answer.ok).toBe(free);
          if (answer.ok) attempts.push(now);
          else {
            const until = attempts[0]! + 60_000 - now;
            expect(answer.retryAfterSeconds).toBe(Math.ceil(until / 1000));
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("allows three of many concurrent attempts", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => take("rivals", 0)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
  });

  it("counts keys separately and can reset them", async () => {
    for (const key of ["one", "two"]) for (let count = 0; count < 3; count++) await take(key, 0);
    await resetAttempts(at(0), "one");
    expect((await take("one", 1)).ok).toBe(true);
    expect((await take("two", 1)).ok).toBe(false);
  });
});
