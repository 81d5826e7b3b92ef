import { describe, expect, it } from "vitest";
import { disclosureDueOn, nextTaxPeriod, returnDueOn, taxPeriodOf } from "./tax-periods";

describe("tax periods", () => {
  it.each([
    ["2026-11-15", "months", "2026-11-01", "2026-11-30"],
    ["2026-11-15", "quarters-january", "2026-11-01", "2027-01-31"],
    ["2026-01-31", "quarters-january", "2025-11-01", "2026-01-31"],
    ["2026-02-01", "quarters-january", "2026-02-01", "2026-04-30"],
    ["2026-12-01", "quarters-february", "2026-12-01", "2027-02-28"],
    ["2028-02-29", "quarters-february", "2027-12-01", "2028-02-29"],
    ["2026-12-31", "quarters-march", "2026-10-01", "2026-12-31"],
    ["2026-01-01", "quarters-march", "2026-01-01", "2026-03-31"],
  ] as const)("of %s in %s are %s to %s", (day, scheme, from, to) => {
    expect(taxPeriodOf(day, scheme)).toEqual({ from, to });
  });

  it("continue after the last filed return, also when the authority changes them", () => {
    const filed = { filedThrough: "2026-11-30", firstPosting: "2026-01-01" };
    expect(nextTaxPeriod("quarters-march", filed)).toEqual({ from: "2026-12-01", to: "2026-12-31" });
    expect(nextTaxPeriod("months", filed)).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  });

  it("end 28 days before their return is due", () => {
    expect(returnDueOn("2026-12-31")).toBe("2027-01-28");
  });
});

describe("voluntary disclosure", () => {
  it("counts 20 business days, without weekends and public holidays", () => {
    // Friday 8 January 2027.
    expect(disclosureDueOn("2027-01-08", new Set())).toBe("2027-02-05");
    expect(disclosureDueOn("2027-01-08", new Set(["2027-01-12", "2027-01-16"]))).toBe("2027-02-08");
  });
});
