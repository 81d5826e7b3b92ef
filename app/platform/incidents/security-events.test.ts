import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { visitor } from "../auth/actor";
import type { Ctx } from "../context";
import { addMinutes } from "../time";
import { recordSecurityEvent, type SecurityEvent } from "./security-events.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const START = new Date("2026-11-21T08:00:00Z");
const at = (minute: number, clientIp?: string): Ctx => ({
  actor: visitor,
  db: database.db,
  now: addMinutes(START, minute),
  requestId: "test-test",
  locale: "en",
  clientIp,
});
const failure = (userId: string | null): SecurityEvent => ({ type: "auth_failure", message: "No", userId });

async function suspicions(by: { userId: string } | { clientIp: string }) {
  const rows = await database.db
    .selectFrom("securityEvents")
    .select("metadata")
    .where("type", "=", "suspicious_activity")
    .$if("userId" in by, (query) => query.where("userId", "=", "userId" in by ? by.userId : ""))
    .$if("clientIp" in by, (query) => query.where("clientIp", "=", "clientIp" in by ? by.clientIp : ""))
    .execute();
  return rows.map(({ metadata }) => metadata);
}

describe("recordSecurityEvent", () => {
  it("raises one suspicion at the fifth failure of one account within 15 minutes", async () => {
    const userId = randomUUID();
    for (const minute of [0, 3, 6, 9]) await recordSecurityEvent(at(minute), failure(userId));
    expect(await suspicions({ userId })).toEqual([]);
    await recordSecurityEvent(at(12), failure(userId));
    await recordSecurityEvent(at(13), failure(userId));
    expect(await suspicions({ userId })).toEqual([{ authFailures: 5, rateLimits: 0 }]);
  });

  it("raises no suspicion for failures that are far apart or of many accounts", async () => {
    const userId = randomUUID();
    for (const minute of [0, 5, 10, 15, 20, 25]) await recordSecurityEvent(at(minute), failure(userId));
    for (let count = 0; count < 6; count++) await recordSecurityEvent(at(0), failure(randomUUID()));
    expect(await suspicions({ userId })).toEqual([]);
  });

  it("raises a suspicion at the third reached limit of one account or address", async () => {
    const userId = randomUUID();
    const limit: SecurityEvent = { type: "rate_limit", message: "Too many" };
    for (const minute of [0, 1, 2]) {
      await recordSecurityEvent(at(minute), { ...limit, userId });
      await recordSecurityEvent(at(minute, "192.0.2.7"), limit);
    }
    expect(await suspicions({ userId })).toEqual([{ authFailures: 0, rateLimits: 3 }]);
    expect(await suspicions({ clientIp: "192.0.2.7" })).toHaveLength(1);
  });

  it("raises one suspicion for concurrent events", async () => {
    const userId = randomUUID();
    await Promise.all(Array.from({ length: 12 }, () => recordSecurityEvent(at(0), failure(userId))));
    expect(await suspicions({ userId })).toHaveLength(1);
  });

  it("raises no suspicion for events reported by a browser", async () => {
    const userId = randomUUID();
    for (let count = 0; count < 6; count++) {
      await recordSecurityEvent(at(0), { ...failure(userId), reportedAt: START });
    }
    expect(await suspicions({ userId })).toEqual([]);
  });
});
