import { describe, expect, it } from "vitest";
import { type InvoiceState, settlementStatus } from "./invoice";
import { labelForInvoiceStatus } from "./labels";

const label = (state: InvoiceState, settledFils: number, creditedFils = 0, writtenOffFils = 0) =>
  labelForInvoiceStatus(state, settlementStatus({ state, settledFils, creditedFils, writtenOffFils }));

describe("labelForInvoiceStatus", () => {
  it("separates paid, credited and written-off invoices", () => {
    expect(label("paid", 100)).toBe("Paid");
    expect(label("paid", 100, 40)).toBe("Paid");
    expect(label("paid", 100, 100)).toBe("Settled by credit");
    expect(label("paid", 100, 0, 60)).toBe("Written off");
    expect(label("paid", 100, 40, 60)).toBe("Written off");
  });

  it("separates part payments, part credits and partial write-offs", () => {
    expect(label("part_paid", 30)).toBe("Part paid");
    expect(label("part_paid", 30, 10)).toBe("Part paid");
    expect(label("part_paid", 30, 30)).toBe("Part credited");
    expect(label("part_paid", 30, 0, 20)).toBe("Part paid");
    expect(label("part_paid", 30, 10, 20)).toBe("Part credited");
    expect(label("part_paid", 30, 0, 30)).toBe("Written off");
  });

  it("calls an invoice of zero paid", () => {
    expect(label("paid", 0)).toBe("Paid");
  });

  it("names other states as they are", () => {
    expect(label("draft", 0)).toBe("Draft");
    expect(label("issued", 0)).toBe("Open");
  });
});
