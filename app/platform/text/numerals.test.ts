import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePercent, parseQuantity } from "~/features/core/pricing/typed";
import { parseMoney } from "../money-input";
import { isIban, normalizeIban } from "../uae/iban";
import { parseWholeNumber, toDigitGroup, toWesternDigits, toWesternNumber } from "./numerals";

const zeros = { Arabic: "٠", Persian: "۰", Hindi: "०", Bengali: "০", Malayalam: "൦", "full-width": "０" };

/** The digits of a script, by its zero. */
function written(digits: string, zero: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));
}

describe("toWesternDigits", () => {
  it.each(Object.entries(zeros))("reads %s digits", (_, zero) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,20}$/), (digits) => {
        expect(toWesternDigits(written(digits, zero))).toBe(digits);
      }),
    );
  });

  it("leaves other text unchanged", () => {
    expect(toWesternDigits("شارع ٤, Villa 5, ½, Ⅳ, ②")).toBe("شارع 4, Villa 5, ½, Ⅳ, ②");
  });

  it("keeps the length, so that the caret of an input stays", () => {
    expect(toWesternNumber("٠٥٠ ۱۲۳")).toHaveLength(7);
  });
});

describe("numbers typed with Arabic separators", () => {
  it.each([
    ["١٬٥٠٠٫٥", 1_500_50],
    ["۱۵۰", 150_00],
    ["٢،٥٠٠", 2_500_00],
    ["\u200f٢٥٠٫٠٠\u200f", 250_00],
    ["１５０．５０", 150_50],
    ["1\u00a0500.50", 1_500_50],
    ["1\u202f500", 1_500_00],
    ["1’500.50", 1_500_50],
    ["1,50,000", 150_000_00],
    ["250 AED", 250_00],
    ["Dhs. 250", 250_00],
    ["د.إ.\u200f ١٬٥٠٠٫٥٠", 1_500_50],
    ["٢٥٠ درهم", 250_00],
    ["250/-", 250_00],
    ["250.", 250_00],
    [".50", 50],
    ["٫٥", 50],
    ["250 dirhams", 250_00],
    ["١٥٠٠ درهماً", 1_500_00],
    [".", null],
    ["AED .", null],
    ["1500,50", null],
    ["1.500,50", null],
    ["1,50", null],
    ["-50", null],
    ["−٥٠", null],
    ["(50)", null],
    ["1e3", null],
  ])("parses the amount %s to %s fils", (typed, fils) => {
    expect(parseMoney(typed)).toBe(fils);
  });

  it.each([
    ["١٬٠٠٠", 1_000_00],
    ["12,500.5", 12_500_50],
    ["٢٫٥", 250],
    ["۱٫۲۵", 125],
    [".5", 50],
    ["٫٥", 50],
  ])("parses the quantity %s to %i hundredths", (typed, hundredths) => {
    expect(parseQuantity(typed)).toBe(hundredths);
  });

  it.each([
    ["1\u202f500", 1_500],
    ["1 500 000", 1_500_000],
    ["1 50", null],
    ["١٢", 12],
    [" ۴۵ ", 45],
    ["", null],
    ["١٫٥", null],
    ["١٬٥٠٠", 1_500],
    ["1,50", null],
    ["-5", null],
    ["1e3", null],
    ["٠x", null],
  ])("parses the whole number %j to %s", (typed, number) => {
    expect(parseWholeNumber(typed)).toBe(number);
  });

  it.each([
    ["٪٥", 5_00],
    ["١٢٫٥٪", 12_50],
    ["5％", 5_00],
    ["۱۰۰ ٪", 100_00],
    [".5%", 50],
    ["%", null],
    ["٪٥٪x", null],
    ["-5%", null],
    ["101%", null],
  ])("parses the share %s to %s hundredths of a percent", (typed, hundredths) => {
    expect(parsePercent(typed)).toBe(hundredths);
  });

  it("reads codes in groups", () => {
    expect(toDigitGroup("\u2066١٠٠.١٢٣٤/٥٦٧٨\u2069")).toBe("10012345678");
    expect(toDigitGroup("١٠٠-١٢٣٤ ۵۶۷۸")).toBe("10012345678");
    expect(isIban(normalizeIban("AE٠٧ ٠٣٣١ ٢٣٤٥ ٦٧٨٩ ٠١٢٣ ٤٥٦"))).toBe(true);
  });
});
