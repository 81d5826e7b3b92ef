import { describe, expect, it } from "vitest";
import { dubaiInstant } from "~/platform/time";
import { expectedText, leaveText } from "./labels";

const at = (time: string) => dubaiInstant("2026-11-24", time).toISOString();
const text = (expected: string | null, emergency = false) =>
  expectedText({ expectedAt: expected && at(expected), startsAt: at("10:00"), emergency });

describe("expectedText", () => {
  it("names the arrival that the customer was given", () => {
    expect(text("10:20")).toMatch(/^The customer expects you at about 10:20/);
    expect(text("09:45")).toMatch(/^The customer expects you at about 9:45/);
    expect(text(null)).toBe("Later than the customer expects?");
  });

  it("advises to call when the arrival is well before the agreed time", () => {
    expect(text("09:11")).toMatch(/^You will be early: about 9:11.*, agreed for 10:00.*\. Call first\.$/);
  });

  it("never calls an emergency early, because it has no agreed time", () => {
    expect(text("09:11", true)).toMatch(/^The customer expects you/);
  });
});

describe("leaveText", () => {
  const visit = {
    state: "scheduled" as const,
    emergency: false,
    startsAt: at("10:00"),
    leaveAt: at("09:20"),
  };
  const textAt = (time: string, change: Partial<Parameters<typeof leaveText>[0]> = {}) =>
    leaveText({ ...visit, ...change }, dubaiInstant("2026-11-24", time));

  it("names the time to leave until it has come", () => {
    expect(textAt("08:00")).toMatch(/^Leave by 9:20/);
    expect(textAt("09:20")).toMatch(/^Leave now: planned for 10:00/);
    expect(leaveText(visit, dubaiInstant("2026-11-23", "18:00"))).toMatch(/^Leave by .*24 Nov.*9:20/);
  });

  it("sends the technician of an emergency at once", () => {
    expect(textAt("08:00", { emergency: true, leaveAt: null })).toBe("Leave now");
  });

  it("returns null after the departure and for visits without a known time", () => {
    expect(textAt("09:30", { state: "en_route", leaveAt: null })).toBeNull();
    // Stored by an older build.
    expect(textAt("08:00", { leaveAt: undefined })).toBeNull();
  });
});
