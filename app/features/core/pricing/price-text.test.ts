import { describe, expect, it } from "vitest";
import type { PriceTerms } from "./price";
import { amountText, headlinePriceText, priceText, priceWithVatText, totalText } from "./price-text";

const plain = (text: string) => text.replaceAll(/\u00a0/g, " ").replaceAll(/[\u2066-\u2069]/g, "");

const fixed: PriceTerms = { mode: "fixed", unit: "unit", fils: 250_00, nextFils: null };
const hourly: PriceTerms = { mode: "hourly", unit: "hour", fils: 180_00, nextFils: 120_00 };
const survey: PriceTerms = { mode: "survey", unit: "", fils: null, nextFils: null };

describe("price in one line", () => {
  it.each([
    [fixed, "AED 250 per unit", "AED 250 per unit incl. VAT"],
    [
      hourly,
      "AED 180 for the first hour, then AED 120 an hour",
      "AED 180 for the first hour, then AED 120 an hour incl. VAT",
    ],
    [{ ...hourly, nextFils: 180_00 }, "AED 180 an hour", "AED 180 an hour incl. VAT"],
    [{ ...fixed, fils: 0 }, "Free", "Free"],
    [survey, "Quote after a free survey", "Quote after a free survey"],
  ])("states mode and unit of %o", (terms, text, withVat) => {
    expect(plain(priceText(terms))).toBe(text);
    expect(plain(priceWithVatText(terms))).toBe(withVat);
  });

  it("names the item of a fixed headline price only", () => {
    const name = "Split AC service";
    expect(plain(headlinePriceText({ ...fixed, name }))).toBe("Split AC service: AED 250 per unit incl. VAT");
    expect(plain(headlinePriceText({ ...survey, name }))).toBe("Quote after a free survey");
  });
});

it("starts an amount with “From” only for work that may cost more", () => {
  expect(plain(amountText("fixed", 4_800_00))).toBe("AED 4,800");
  expect(plain(amountText("hourly", 300_00))).toBe("From AED 300");
});

describe("total of a booking", () => {
  const line = { mode: "fixed", grossFils: 500_00 } as const;

  it.each([
    ["is final for fixed prices", [line], 500_00, "AED 500 incl. VAT"],
    [
      "starts with “From” for hourly work",
      [line, { mode: "hourly", grossFils: 180_00 } as const],
      680_00,
      "From AED 680 incl. VAT",
    ],
    [
      "starts with “From” if a line needs a survey",
      [line, { mode: "survey", grossFils: null } as const],
      500_00,
      "From AED 500 incl. VAT",
    ],
    ["is free", [{ ...line, grossFils: 0 }], 0, "Free"],
    ["waits for a survey", [{ mode: "survey", grossFils: null } as const], null, "Quote after a free survey"],
    ["waits for the technician without items", [], null, "To be assessed on site"],
  ])("%s", (_, lines, totalFils, text) => {
    expect(plain(totalText({ lines, totalFils }))).toBe(text);
  });
});
