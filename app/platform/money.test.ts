import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmount, formatMoney, parseMoney, splitVat } from "./money";

const fils = fc.integer({ min: 0, max: 10 ** 12 });

describe("splitVat", () => {
  it("splits 250.00 into 238.10 and 11.90", () => {
    expect(splitVat(250_00)).toEqual({ netFils: 238_10, vatFils: 11_90 });
  });

  it("loses no fil, and takes the nearest one to gross × 5/105", () => {
    fc.assert(
      fc.property(fils, (gross) => {
        const { netFils, vatFils } = splitVat(gross);
        expect(netFils + vatFils).toBe(gross);
        expect(Number.isSafeInteger(vatFils)).toBe(true);
        expect(Math.abs(vatFils * 105 - gross * 5) * 2).toBeLessThanOrEqual(105);
      }),
    );
  });

  it("gives back with a credit note exactly what was charged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (gross) => {
        const charged = splitVat(gross);
        const credited = splitVat(-gross);
        expect(charged.netFils + credited.netFils).toBe(0);
        expect(charged.vatFils + credited.vatFils).toBe(0);
      }),
    );
  });
});

describe("formatMoney", () => {
  it.each([
    [0, "AED 0"],
    [1, "AED 0.01"],
    [1_500_00, "AED 1,500"],
    [1_500_50, "AED 1,500.50"],
    [-250_00, "-AED 250"],
  ])("shows %i fils as %s", (amount, shown) => {
    expect(formatMoney(amount).replace(/\s/g, " ")).toBe(shown);
  });

  it("shows every amount to the fil", () => {
    fc.assert(
      fc.property(fils, (amount) => {
        expect(Math.round(Number(formatMoney(amount).replace(/[^\d.]/g, "")) * 100)).toBe(amount);
      }),
    );
  });
});

describe("parseMoney", () => {
  it.each([
    ["150", 150_00],
    [" 1,500.5 ", 1_500_50],
    ["AED 0.01", 1],
    ["1500000", 1_500_000_00],
    ["", null],
    ["1.234", null],
    ["1,50", null],
    ["-5", null],
    ["12e3", null],
  ])("reads %j as %s fils", (typed, fils) => {
    expect(parseMoney(typed)).toBe(fils);
  });

  it("reads what is shown", () => {
    fc.assert(
      fc.property(fils, (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    );
  });
});

it("writes an amount of a column always with its fils", () => {
  expect([0, 5, 1_500_00, -1_234_567_89].map(formatAmount)).toEqual([
    "0.00",
    "0.05",
    "1,500.00",
    "-1,234,567.89",
  ]);
});
