import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { visitor } from "~/platform/auth/actor";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { addMinutes } from "~/platform/time";
import { rounds } from "../../../../test/faults/rounds";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import type { SecurityCase } from "./views";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({ TRUST_PROXY: "1" });
});
beforeEach(async () => {
  await caller.db.deleteFrom("securityCases").execute();
  await caller.db.deleteFrom("clientErrors").execute();
  await caller.db.deleteFrom("rateLimits").execute();
});
afterAll(() => caller.close());

const event = { type: "suspicious_activity", message: "Look here", metadata: { suspicion: "many-failures" } };
const sendReport = (from: string) =>
  caller.call("POST", "/api/security-events", event, { "X-Forwarded-For": from });
const countRows = async (table: "securityEvents" | "clientErrors") => {
  const rows = await caller.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .execute();
  return rows[0]!.n;
};
const recordEvent = (minutesAgo: number, clientIp = "192.0.2.1") =>
  recordSecurityEvent(
    { ...caller.ctx(), actor: visitor, clientIp, now: addMinutes(NOW, -minutesAgo) },
    { type: "auth_failure", message: "Refused" },
  );
const list = async (query = ""): Promise<SecurityCase[]> =>
  (await caller.call("GET", `/api/admin/security-cases?${query}`, undefined, await caller.asAdmin())).body
    .cases;

describe("limits of browser reports", () => {
  it("limits one client across all addresses of its network", async () => {
    const statuses = [];
    for (let count = 0; count < 40; count++) statuses.push((await sendReport(`2001:db8::${count}`)).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(30);
    expect(await countRows("securityEvents")).toBe(30);
    expect((await sendReport("2001:db8:1::1")).status).toBe(202);
  });

  it("limits all clients together and leaves room for server events", async () => {
    const sendFrom = (network: number) =>
      Promise.all(Array.from({ length: 30 }, () => sendReport(`203.0.113.${network}`)));
    await sendFrom(0);
    const earlier = rounds({ short: 540, long: 0 });
    await caller.db
      .updateTable("rateLimits")
      .set({ attempts: Array.from({ length: earlier + 30 }, () => NOW) })
      .where("key", "=", "client-report security")
      .execute();
    for (let network = 1; network < rounds({ short: 3, long: 25 }); network++) await sendFrom(network);
    expect(await countRows("securityEvents")).toBe(600 - earlier);
    expect((await sendReport("198.51.100.1")).status).toBe(429);
    for (const minutes of [5, 4, 3, 2, 1]) await recordEvent(minutes);
    expect(await list("state=suspicious")).toMatchObject([{ address: "192.0.2.1", authFailures: 5 }]);
  }, 120_000);

  it("lists browser reports behind server events on every page", async () => {
    await recordEvent(60);
    for (let network = 0; network < 5; network++) {
      expect((await sendReport(`198.51.100.10${network}`)).status).toBe(202);
    }
    const [first] = await list();
    expect(first).toMatchObject({ address: "192.0.2.1" });
    expect(await list()).toHaveLength(6);
    expect((await list("limit=1"))[0]!.id).toBe(first!.id);
  });

  it("limits reports of browser errors as well", async () => {
    const error = { message: "", url: "/", timestamp: NOW.toISOString(), severity: "low" };
    for (let network = 0; network < 6; network++) {
      for (let count = 0; count < 20; count++) {
        const headers = { "X-Forwarded-For": `2001:db8:${network}::${count}` };
        const body = { ...error, message: `Made up ${network} ${count}` };
        expect((await caller.call("POST", "/api/client-errors", body, headers)).status).toBe(202);
      }
    }
    expect(await countRows("clientErrors")).toBe(120);
    await caller.db
      .updateTable("rateLimits")
      .set({ attempts: Array.from({ length: 2_000 }, () => NOW) })
      .where("key", "=", "client-report client errors")
      .execute();
    const headers = { "X-Forwarded-For": "198.51.100.1" };
    expect(
      (await caller.call("POST", "/api/client-errors", { ...error, message: "One more" }, headers)).status,
    ).toBe(429);
    expect(await countRows("clientErrors")).toBe(120);
  });
});

it("stores at most a hundred server events an hour per source and counts the rest", async () => {
  for (let count = 0; count < 120; count++) await recordEvent(1);
  const [row] = await list();
  expect(row).toMatchObject({ authFailures: 120, matchedRules: ["many-failures"] });
  expect(await countRows("securityEvents")).toBe(100);
});
