import { describe, expect, it } from "vitest";
import { type InvoiceState, settlementMethod } from "./invoice";
import { labelForSettledState } from "./labels";

const label = (state: InvoiceState, settledFils: number, creditedFils = 0, writtenOffFils = 0) =>
  labelForSettledState(state, settlementMethod({ state, settledFils, creditedFils, writtenOffFils }));

describe("labelForSettledState", () => {
  it("separates paid, credited and written-off invoices", () => {
    expect(label("paid", 100)).toBe("Paid");
    expect(label("paid", 100, 40)).toBe("Paid");
    expect(label("paid", 100, 100)).toBe("Credited");
    expect(label("paid", 100, 0, 60)).toBe("Written off");
  });

  it("separates part payments from part credits", () => {
    expect(label("part_paid", 30)).toBe("Part paid");
    expect(label("part_paid", 30, 10)).toBe("Part paid");
    expect(label("part_paid", 30, 30)).toBe("Part credited");
  });

  it("names other states as they are", () => {
    expect(label("draft", 0)).toBe("Draft");
    expect(label("issued", 0)).toBe("Open");
  });
});
