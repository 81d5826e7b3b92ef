import { describe, expect, it } from "vitest";
import { preferredDateTime } from "./schema";

describe("preferredDateTime", () => {
  it.each([
    ["2026-11-24", "10:00", "2026-11-24 10:00"],
    ["2026-11-24", undefined, "2026-11-24"],
    [undefined, "10:00", "10:00"],
    [undefined, undefined, undefined],
  ])("joins %s and %s to %s", (preferredDate, preferredTime, joined) => {
    expect(preferredDateTime({ preferredDate, preferredTime })).toBe(joined);
  });
});
