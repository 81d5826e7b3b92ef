import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, createCaller, NOW } from "../../../test/harness/company/booking-caller";
import { redactReport } from "./client-errors";
import { purgeClientErrors } from "./client-errors.server";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
beforeEach(() => caller.db.deleteFrom("clientErrors").execute());
afterAll(() => caller.close());

const storedErrors = () => caller.db.selectFrom("clientErrors").selectAll().orderBy("message").execute();
let address = 0;
/** Uses a new client address each time, because reports are limited per address. */
const report = (changes: Record<string, unknown> = {}, from = `198.51.100.${++address}`) =>
  caller.call("POST", "/api/client-errors", { ...error, ...changes }, { "X-Forwarded-For": from });

const error = {
  message: "x is not a function",
  stack: "TypeError: x is not a function\n    at https://www.example.com/assets/home-abc.js:1:20",
  url: "https://www.example.com/services/hvac",
  timestamp: "2026-11-23T04:59:00.000Z",
  userAgent: "A browser",
  severity: "high",
};

describe("client error reports", () => {
  it("stores message, location and severity", async () => {
    expect(await report()).toMatchObject({ status: 202, body: { success: true } });
    expect(await storedErrors()).toMatchObject([
      {
        day: "2026-11-23",
        message: error.message,
        stack: error.stack,
        path: "/services/hvac",
        severity: "high",
        userAgent: "A browser",
        occurrences: 1,
        firstSeenAt: NOW,
      },
    ]);
  });

  it("counts repeated errors, even from another page", async () => {
    await report();
    await report({ url: "https://www.example.com/about" });
    await report({ message: "another one" });
    expect((await storedErrors()).map(({ occurrences }) => occurrences)).toEqual([1, 2]);
  });

  it("removes personal data from message, stack and URL", async () => {
    await report({
      message: "Cannot book for aisha@example.com, +971 50 123 4567",
      stack: "at https://www.example.com/bookings/BK-2026-000001?key=secret:1:20",
      url: "https://www.example.com/bookings/BK-2026-000001?key=secret#aisha@example.com",
    });
    const [row] = await storedErrors();
    expect(row).toMatchObject({ message: "Cannot book for [email], [number]", path: "/bookings/:id" });
    expect(JSON.stringify(row)).not.toMatch(/secret|aisha|4567/);
  });

  it.each([
    ["without a message", { message: undefined }],
    ["with an unknown severity", { severity: "terrible" }],
    ["with an invalid timestamp", { timestamp: "now" }],
    ["with a message above the length limit", { message: "x".repeat(10_001) }],
  ])("rejects a report %s", async (_case, changes) => {
    expect((await report(changes)).status).toBe(400);
    expect(await storedErrors()).toEqual([]);
  });

  it("purges errors after 90 days", async () => {
    await report();
    const ctx = caller.ctx();
    await purgeClientErrors({ ...ctx, now: new Date("2027-02-21T05:00:00Z") }, 90);
    expect(await storedErrors()).toHaveLength(1);
    await purgeClientErrors({ ...ctx, now: new Date("2027-02-22T05:00:00Z") }, 90);
    expect(await storedErrors()).toEqual([]);
  });
});

it.each([
  ["Loading chunk 12 failed", "Loading chunk 12 failed"],
  ["at f (https://a.example/x.js?v=1&key=2:10:5)", "at f (https://a.example/x.js:10:5)"],
  ["who: somebody%40example.com!", "who: [email]!"],
  ["call 0501234567", "call [number]"],
])("stores the error text %j as %j", (text, safe) => {
  expect(redactReport(text)).toBe(safe);
});
