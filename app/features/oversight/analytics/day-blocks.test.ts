import { describe, expect, it } from "vitest";
import { addDays } from "~/platform/time";
import { blocksOf } from "./day-blocks";

describe("blocks of days", () => {
  it.each([
    ["2026-11-28", "2026-11-28"],
    ["2026-10-30", "2026-11-28"],
    ["2025-11-29", "2026-11-28"],
    ["2023-11-30", "2026-11-28"],
    ["2016-10-12", "2026-11-28"],
  ])("covers each day from %s to %s once, in at most 36 blocks", (from, to) => {
    const blocks = blocksOf({ from, to });
    let next = from;
    for (const { span, day } of blocks) {
      expect(day).toBe(next);
      next = addDays(day, span);
    }
    expect(next).toBe(addDays(to, 1));
    expect(blocks.length).toBeLessThanOrEqual(36);
  });

  it("returns no blocks for an empty range", () => {
    expect(blocksOf({ from: "2026-11-29", to: "2026-11-28" })).toEqual([]);
  });
});
