import { describe, expect, it } from "vitest";
import { dubaiInstant } from "~/platform/time";
import { expectedText } from "./labels";

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
