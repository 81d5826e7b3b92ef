import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  isPastDay,
  isReasonRequired,
  MAX_AMOUNT_FILS,
  MAX_PRICE_FILS,
  MAX_QUANTITY_HUNDREDTHS,
} from "./money-limits";

const schema = readFileSync(join(import.meta.dirname, "../../../../db/schema.sql"), "utf8");

/** Upper limits of checks whose name matches, by table. */
function limitsOf(name: RegExp): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const [, constraint = "", check = ""] of schema.matchAll(/CONSTRAINT (\w+) CHECK \((.*)\)/g)) {
    const table = name.exec(constraint)?.[1];
    if (table) limits[table] = Number(/<= '?(\d+)/.exec(check)?.[1]);
  }
  return limits;
}

it("limits amounts in the database as in forms and API", () => {
  expect(limitsOf(/^(.+)_amount_limit_check$/)).toEqual({
    ...Object.fromEntries(
      [
        ...["bank_deposits", "cheques", "contracts", "invoices", "manual_journal_lines", "opening_credits"],
        ...["payments", "quotes", "refunds"],
      ].map((table) => [table, MAX_AMOUNT_FILS]),
    ),
    prices: MAX_PRICE_FILS,
    package_prices: MAX_PRICE_FILS,
  });
  expect(limitsOf(/^((?:invoice|quote)_lines)_unit_fils_check$/)).toEqual({
    invoice_lines: MAX_AMOUNT_FILS,
    quote_lines: MAX_AMOUNT_FILS,
  });
});

it("limits quantities in the database as in forms and API", () => {
  expect(limitsOf(/^(\w+_lines)_quantity_range_check$/)).toEqual({
    credit_note_lines: MAX_QUANTITY_HUNDREDTHS,
    invoice_lines: MAX_QUANTITY_HUNDREDTHS,
    quote_lines: MAX_QUANTITY_HUNDREDTHS,
  });
});

it("needs a reason for days more than 180 days ago and refuses future and older ones", () => {
  expect(isReasonRequired("2026-05-28", "2026-11-24")).toBe(false);
  expect(isReasonRequired("2026-05-27", "2026-11-24")).toBe(true);
  expect(isPastDay("2026-11-24", "2026-11-24", 10)).toBe(true);
  expect(isPastDay("2026-11-25", "2026-11-24", 10)).toBe(false);
  expect(isPastDay("2026-11-14", "2026-11-24", 10)).toBe(true);
  expect(isPastDay("2026-11-13", "2026-11-24", 10)).toBe(false);
});
