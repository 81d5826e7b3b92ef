import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vatIn, vatPercentOn } from "./vat";

const fils = fc.integer({ min: 0, max: 10 ** 12 });

describe("the VAT in a price", () => {
  it("of 250.00 is 11.90 at 5%", () => {
    expect(vatIn(250_00, 5)).toBe(11_90);
    expect(vatIn(250_00, 0)).toBe(0);
  });

  it("is the nearest fil to gross × rate/(100 + rate)", () => {
    fc.assert(
      fc.property(fils, fc.integer({ min: 0, max: 50 }), (gross, percent) => {
        const vat = vatIn(gross, percent);
        expect(Number.isSafeInteger(vat)).toBe(true);
        expect(Math.abs(vat * (100 + percent) - gross * percent) * 2).toBeLessThanOrEqual(100 + percent);
      }),
    );
  });

  it("given back with a credit note is exactly what was charged", () => {
    fc.assert(
      fc.property(fils, (gross) => {
        expect(vatIn(gross, 5) + vatIn(-gross, 5)).toBe(0);
      }),
    );
  });
});

describe("the rate of a day", () => {
  const rates = [
    { from: "2027-01-01", percent: 8 },
    { from: "2018-01-01", percent: 5 },
  ];

  it.each([
    ["2017-12-31", 0],
    ["2018-01-01", 5],
    ["2026-12-31", 5],
    ["2027-01-01", 8],
  ])("%s is %i%%", (day, percent) => {
    expect(vatPercentOn(rates, day)).toBe(percent);
  });

  it("is none for a business without any", () => {
    expect(vatPercentOn([], "2026-12-31")).toBe(0);
  });
});
