import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inLocale } from "./locale/locale.server";
import { formatAmount, formatMoney } from "./money";
import { parseMoney } from "./money-input";

const fils = fc.integer({ min: 0, max: 10 ** 12 });

describe("formatMoney", () => {
  it.each([
    [0, "AED 0"],
    [1, "AED 0.01"],
    [1_500_00, "AED 1,500"],
    [1_500_50, "AED 1,500.50"],
    [-250_00, "−AED 250"],
  ])("formats %i fils as %s", (amount, expected) => {
    expect(formatMoney(amount).replace(/\s/g, " ")).toBe(expected);
  });

  it.each([
    [250_00, "\u200f250\u00a0درهم"],
    [-250_00, "\u200f\u200e−250\u00a0درهم"],
  ])("names the currency of %i fils in Arabic", (amount, expected) => {
    expect(inLocale("ar", () => formatMoney(amount))).toBe(expected);
  });

  it("formats every amount exactly", () => {
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
  ])("parses the typed amount %j to %s fils", (typed, fils) => {
    expect(parseMoney(typed)).toBe(fils);
  });

  it("parses its own formatted amounts", () => {
    fc.assert(
      fc.property(fils, (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    );
  });
});

it("formatAmount always includes fils", () => {
  expect([0, 5, 1_500_00, -1_234_567_89].map(formatAmount)).toEqual([
    "0.00",
    "0.05",
    "1,500.00",
    "−1,234,567.89",
  ]);
});
