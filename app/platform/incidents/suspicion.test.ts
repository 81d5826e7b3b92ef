import { describe, expect, it } from "vitest";
import { type SecurityTrace, suspicionOf } from "./suspicion";

const START = Date.parse("2026-11-23T05:00:00Z");

const event = (type: SecurityTrace["type"], minute: number, userId: string | null = null): SecurityTrace => ({
  type,
  message: "Something happened",
  userId,
  timestamp: new Date(START + minute * 60_000).toISOString(),
});

describe("suspicionOf", () => {
  it("reports the fifth failure of one user within 15 minutes", () => {
    const failures = [0, 4, 8, 12].map((minute) => event("auth_failure", minute, "a"));
    expect(suspicionOf(failures)).toBeNull();
    expect(suspicionOf([...failures, event("auth_failure", 15, "a")])).toBe("many-failures");
    expect(suspicionOf([...failures, event("auth_failure", 16, "a")])).toBeNull();
  });

  it("reports the third exceeded rate limit within 15 minutes, across users", () => {
    const limits = [event("rate_limit", 0, "a"), event("rate_limit", 7, "b")];
    expect(suspicionOf(limits)).toBeNull();
    expect(suspicionOf([...limits, event("rate_limit", 15)])).toBe("many-limits");
    expect(suspicionOf([...limits, event("rate_limit", 16)])).toBeNull();
  });
});

describe("suspicionOf without suspicion", () => {
  it("ignores five failures of several users", () => {
    expect(suspicionOf(["a", "b", "a", "b", "a"].map((user) => event("auth_failure", 1, user)))).toBeNull();
  });

  it("does not repeat a suspicion of the same user", () => {
    const failures = [0, 1, 2, 3, 4].map((minute) => event("auth_failure", minute, "a"));
    const known = [...failures, event("suspicious_activity", 4, "a"), event("auth_failure", 5, "a")];
    expect(suspicionOf(known)).toBeNull();
    const other = [0, 1, 2, 3, 4].map((minute) => event("auth_failure", minute, "b"));
    expect(suspicionOf([...known, ...other])).toBe("many-failures");
  });

  it("ignores earlier suspicions and an empty list", () => {
    expect(suspicionOf([1, 2, 3, 4, 5, 6].map((minute) => event("suspicious_activity", minute)))).toBeNull();
    expect(suspicionOf([])).toBeNull();
  });
});
