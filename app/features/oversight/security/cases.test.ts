import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { visitor } from "~/platform/auth/actor";
import { recordSecurityEvent, type SecurityEvent } from "~/platform/incidents/security-events.server";
import { addMinutes } from "~/platform/time";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";
import type { SecurityCase, SecurityCaseDetail } from "./views";

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
beforeEach(async () => {
  await caller.db.deleteFrom("securityCases").execute();
});
afterAll(() => caller.close());

const failure: SecurityEvent = { type: "auth_failure", message: "Refused" };
const limit: SecurityEvent = { type: "rate_limit", message: "Too many" };

/** Records an event seen by the server, in minutes before NOW. */
const recordEvent = (event: SecurityEvent, minutesAgo: number, clientIp = "198.51.100.7") =>
  recordSecurityEvent(
    { ...caller.ctx(), actor: visitor, clientIp, now: addMinutes(NOW, -minutesAgo) },
    event,
  );

const path = "/api/admin/security-cases";
const list = async (query = ""): Promise<SecurityCase[]> =>
  (await caller.call("GET", `${path}?${query}`, undefined, admin)).body.cases;
const open = async (id: string): Promise<SecurityCaseDetail> =>
  (await caller.call("GET", `${path}/${id}`, undefined, admin)).body;
const resolve = (id: string, comment = "Blocked at the firewall") =>
  caller.call("POST", `${path}/${id}/resolve`, { comment }, admin);
const reopen = (id: string) => caller.call("POST", `${path}/${id}/reopen`, {}, admin);

describe("security cases", () => {
  it("groups events by account, otherwise by address, with counts and times", async () => {
    const userId = await caller.addUser({ email: "sara@example.com", password: "a password of hers" });
    for (const minutes of [60, 40, 20]) await recordEvent(failure, minutes);
    await recordEvent(limit, 30);
    await recordEvent(failure, 10, "198.51.100.8");
    await recordEvent({ ...failure, userId }, 5, "198.51.100.7");
    await recordEvent({ ...failure, userId }, 4, "198.51.100.9");
    const cases = await list();
    expect(cases).toMatchObject([
      { account: { email: "sara@example.com" }, address: "198.51.100.9", authFailures: 2, rateLimits: 0 },
      { account: null, address: "198.51.100.8", authFailures: 1 },
      {
        account: null,
        address: "198.51.100.7",
        authFailures: 3,
        rateLimits: 1,
        firstAt: addMinutes(NOW, -60).toISOString(),
        lastAt: addMinutes(NOW, -20).toISOString(),
        matchedRules: [],
        open: true,
      },
    ]);
    const { events } = await open(cases[0]!.id);
    expect(events.map(({ address }) => address)).toEqual(["198.51.100.9", "198.51.100.7"]);
  });

  it("names the rule that was met", async () => {
    for (const minutes of [14, 12, 10, 8, 6]) await recordEvent(failure, minutes);
    for (const minutes of [5, 4, 3]) await recordEvent(limit, minutes, "198.51.100.8");
    await recordEvent(failure, 1, "198.51.100.9");
    const suspicious = await list("state=suspicious");
    expect(suspicious.map(({ address, matchedRules }) => [address, matchedRules])).toEqual([
      ["198.51.100.8", ["many-limits"]],
      ["198.51.100.7", ["many-failures"]],
    ]);
    expect(await list("state=open")).toHaveLength(3);
  });

  it("keeps browser reports apart and never marks them suspicious", async () => {
    await recordEvent(failure, 5);
    for (const metadata of [{}, { suspicion: "many-limits" }])
      await recordEvent({ ...limit, type: "suspicious_activity", metadata, reportedAt: NOW }, 4);
    expect(await list()).toMatchObject([
      { reportedByBrowser: false, authFailures: 1, matchedRules: [] },
      { reportedByBrowser: true, authFailures: 0, matchedRules: ["many-limits"] },
    ]);
    expect(await list("state=suspicious")).toEqual([]);
  });

  it("resolves a case with a note and opens a new one for later events", async () => {
    for (const minutes of [14, 12, 10, 8, 6]) await recordEvent(failure, minutes);
    await recordEvent(failure, 60, "198.51.100.8");
    const [first] = await list();
    expect((await resolve(first!.id, "  ")).status).toBe(400);
    const { status, body } = await resolve(first!.id);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { open: false, history: [{ type: "security.resolved", comment: "Blocked at the firewall" }] },
    });
    expect(body.history[0].actorName).toBeTruthy();
    expect(await readTrail(caller.db, { subjectId: first!.id })).toMatchObject([
      { type: "security.resolved", actorRole: "admin", reason: "Blocked at the firewall" },
    ]);
    expect((await resolve(first!.id)).body.reason).toBe("wrong-state");
    // Open cases come first, regardless of age.
    expect((await list()).map(({ address }) => address)).toEqual(["198.51.100.8", "198.51.100.7"]);

    await recordEvent(failure, 5);
    expect(await list("search=198.51.100.7")).toMatchObject([
      { open: true, authFailures: 1, matchedRules: ["many-failures"] },
      { open: false, authFailures: 5, matchedRules: ["many-failures"] },
    ]);
    expect((await reopen(first!.id)).body.reason).toBe("still-occurring");
  });

  it("reopens a case when its resolution is undone", async () => {
    await recordEvent(failure, 5);
    const [{ id }] = (await list()) as [SecurityCase];
    expect((await reopen(id)).body.reason).toBe("wrong-state");
    await resolve(id);
    expect((await reopen(id)).body).toMatchObject({
      open: true,
      history: [{ type: "security.reopened", comment: null }, { type: "security.resolved" }],
    });
    await recordEvent(failure, 1);
    expect(await list()).toMatchObject([{ id, authFailures: 2 }]);
  });

  it("accepts one of two concurrent resolutions", async () => {
    await recordEvent(failure, 5);
    const [{ id }] = (await list()) as [SecurityCase];
    const answers = await Promise.all([resolve(id), resolve(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("groups concurrent events in one case", async () => {
    await Promise.all(Array.from({ length: 10 }, () => recordEvent(failure, 5)));
    expect(await list()).toMatchObject([{ authFailures: 10, matchedRules: ["many-failures"] }]);
  });

  it("finds cases by address prefix, account and Dubai day", async () => {
    const userId = await caller.addUser({ email: "noura@example.com", password: "a password of hers" });
    await recordEvent({ ...failure, userId }, 2 * 24 * 60);
    await recordEvent(failure, 5);
    await recordEvent(failure, 5, "203.0.113.5");
    const addresses = async (query: string) => (await list(query)).map(({ address }) => address);
    expect(await addresses("search=203.0.")).toEqual(["203.0.113.5"]);
    expect(await addresses("search=3.0.113")).toEqual([]);
    expect(await list("search=NOURA@")).toMatchObject([{ account: { email: "noura@example.com" } }]);
    expect(await list("until=2026-11-22")).toMatchObject([{ account: { email: "noura@example.com" } }]);
    expect(await list("from=2026-11-23")).toHaveLength(2);
  });

  it("lists each case once across pages", async () => {
    for (let number = 1; number <= 7; number++)
      await recordEvent(failure, number % 3, `198.51.100.${number}`);
    for (const { id } of (await list()).slice(0, 3)) await resolve(id);
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await caller.call("GET", `${path}?limit=2&cursor=${cursor}`, undefined, admin);
      ids.push(...body.cases.map(({ id }: SecurityCase) => id));
      cursor = body.nextCursor;
    }
    expect(ids).toEqual((await list()).map(({ id }) => id));
    expect(new Set(ids).size).toBe(7);
  });

  it("requires admin permission for cases", async () => {
    for (const role of ["dispatcher", "accountant"] as const) {
      const user = { email: `${role}@example.com`, password: "a long password", role };
      await caller.addUser(user);
      const Cookie = await caller.signIn(user);
      expect((await caller.call("GET", path, undefined, { Cookie })).status).toBe(403);
      const id = crypto.randomUUID();
      expect((await caller.call("POST", `${path}/${id}/reopen`, {}, { Cookie })).status).toBe(403);
    }
  });
});
