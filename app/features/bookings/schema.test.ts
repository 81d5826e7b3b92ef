import { describe, expect, it } from "vitest";
import { preferredDateTime } from "./schema";

describe("date and time in one", () => {
  it.each([
    ["2026-11-24", "10:00", "2026-11-24 10:00"],
    ["2026-11-24", undefined, "2026-11-24"],
    [undefined, "10:00", "10:00"],
    [undefined, undefined, undefined],
  ])("%s and %s: %s", (preferredDate, preferredTime, joined) => {
    expect(preferredDateTime({ preferredDate, preferredTime })).toBe(joined);
  });
});
