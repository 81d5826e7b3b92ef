import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
beforeEach(() => caller.db.deleteFrom("securityEvents").execute());
afterAll(() => caller.close());

const post = (event: unknown, headers: Record<string, string> = {}) =>
  caller.call("POST", "/api/security-events", event, headers);
/** Sends a report and asserts that it is accepted. */
async function report(event: unknown, headers: Record<string, string> = {}): Promise<void> {
  const { status, body } = await post(event, headers);
  expect({ status, body }).toEqual({ status: 202, body: { success: true } });
}
const storedEvents = () => caller.db.selectFrom("securityEvents").selectAll().execute();
const event = { type: "auth_failure", message: "Sign-in refused" };

describe("security event report", () => {
  it("stores every type as the browser reports it", async () => {
    for (const type of ["auth_failure", "rate_limit", "suspicious_activity"]) {
      await report({
        type,
        message: "Something happened",
        metadata: { attempts: 5, where: { page: "/auth" } },
        timestamp: "2026-11-23T04:59:00.000Z",
        userAgent: "A browser",
      });
    }
    const rows = await storedEvents();
    expect(rows.map(({ type }) => type)).toEqual(["auth_failure", "rate_limit", "suspicious_activity"]);
    expect(rows[0]).toMatchObject({
      message: "Something happened",
      metadata: { attempts: 5, where: { page: "/auth" } },
      userAgent: "A browser",
      userId: null,
      reportedAt: new Date("2026-11-23T04:59:00Z"),
      receivedAt: NOW,
    });
  });

  it("accepts numeric times and missing optional fields", async () => {
    await report({ ...event, timestamp: NOW.getTime() - 1000 });
    await report(event, { "User-Agent": "From\tthe \u0085 header" });
    const [first, second] = await storedEvents();
    expect(first!.reportedAt).toEqual(new Date(NOW.getTime() - 1000));
    expect(second).toMatchObject({ reportedAt: NOW, metadata: {}, userAgent: "From the header" });
  });

  it("assigns an event to the signed-in user, regardless of the reported user id", async () => {
    const me = { email: "reporter@example.com", password: "a password of mine" };
    const id = await caller.addUser(me);
    const Cookie = await caller.signIn(me);
    await report({ ...event, userId: "11111111-2222-4333-8444-555555555555" }, { Cookie });
    await report({ ...event, userId: id });
    expect((await storedEvents()).map(({ userId }) => userId)).toEqual([id, null]);
  });

  it.each([
    ["an empty object", {}],
    ["an unknown type", { ...event, type: "hello" }],
    ["a missing message", { type: "auth_failure" }],
    ["a message above the length limit", { ...event, message: "x".repeat(501) }],
    ["a timestamp in words", { ...event, timestamp: "yesterday" }],
    ["a timestamp beyond the range of dates", { ...event, timestamp: 1e20 }],
    ["a timestamp before the range of dates", { ...event, timestamp: -8.64e15 }],
    ["an infinite timestamp", { ...event, timestamp: "Infinity" }],
    ["metadata in a list", { ...event, metadata: [1] }],
    ["metadata above the length limit", { ...event, metadata: { text: "x".repeat(4_001) } }],
    ["metadata with a NUL character", { ...event, metadata: { text: "a\u0000b" } }],
    ["metadata with a lone surrogate", { ...event, metadata: { "\ud800": 1 } }],
    ["a message with a NUL character", { ...event, message: "\u0000" }],
    ["a list of events", [event]],
    ["null", null],
  ])("rejects an invalid report: %s", async (_case, body) => {
    const { status, body: answer } = await post(body);
    expect({ status, success: answer.success }).toEqual({ status: 400, success: false });
    expect(await storedEvents()).toEqual([]);
  });

  it("rejects deeply nested metadata", async () => {
    let metadata: unknown = 1;
    for (let level = 0; level < 2_000; level++) metadata = { a: metadata };
    expect(await post({ ...event, metadata })).toMatchObject({ status: 400, body: { success: false } });
  });

  it("truncates a long user agent", async () => {
    await report({ ...event, userAgent: "x".repeat(5_000) });
    expect((await storedEvents())[0]!.userAgent).toHaveLength(500);
  });
});
