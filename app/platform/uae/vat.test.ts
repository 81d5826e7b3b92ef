import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vatIncluded, vatPercentOn } from "./vat";

const fils = fc.integer({ min: 0, max: 10 ** 12 });

describe("vatIncluded", () => {
  it("returns 11.90 for 250.00 at 5%", () => {
    expect(vatIncluded(250_00, 5)).toBe(11_90);
    expect(vatIncluded(250_00, 0)).toBe(0);
  });

  it("property: is the nearest fil to gross × rate/(100 + rate)", () => {
    fc.assert(
      fc.property(fils, fc.integer({ min: 0, max: 50 }), (gross, percent) => {
        const vat = vatIncluded(gross, percent);
        expect(Number.isSafeInteger(vat)).toBe(true);
        expect(Math.abs(vat * (100 + percent) - gross * percent) * 2).toBeLessThanOrEqual(100 + percent);
      }),
    );
  });

  it("property: a credit note returns exactly the charged VAT", () => {
    fc.assert(
      fc.property(fils, (gross) => {
        expect(vatIncluded(gross, 5) + vatIncluded(-gross, 5)).toBe(0);
      }),
    );
  });
});

describe("vatPercentOn", () => {
  const rates = [
    { from: "2027-01-01", percent: 8 },
    { from: "2018-01-01", percent: 5 },
  ];

  it.each([
    ["2017-12-31", 0],
    ["2018-01-01", 5],
    ["2026-12-31", 5],
    ["2027-01-01", 8],
  ])("returns the VAT rate of %s: %i%%", (day, percent) => {
    expect(vatPercentOn(rates, day)).toBe(percent);
  });

  it("returns 0 for a business without rates", () => {
    expect(vatPercentOn([], "2026-12-31")).toBe(0);
  });
});
