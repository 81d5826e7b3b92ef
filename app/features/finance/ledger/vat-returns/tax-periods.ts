import { firstDayOfMonth, lastDayOfMonth } from "~/platform/months";
import { addDays, weekdayOf } from "~/platform/time";

/** Tax periods of the VAT return (docs/domain.md, "Ledger"). Days in Asia/Dubai, both inclusive. */

/** Assigned by the tax authority: months, or quarters by the month in which the first one of a year ends. */
export type TaxPeriodScheme = "none" | "months" | "quarters-january" | "quarters-february" | "quarters-march";

const LAST_MONTHS = { "quarters-january": 1, "quarters-february": 2, "quarters-march": 3 } as const;

export interface TaxPeriod {
  from: string;
  to: string;
}

/** The tax period that contains a day. */
export function taxPeriodOf(day: string, scheme: Exclude<TaxPeriodScheme, "none">): TaxPeriod {
  const [year = 0, month = 0] = day.split("-").map(Number);
  if (scheme === "months") return { from: firstDayOfMonth(day), to: lastDayOfMonth(year, month) };
  const last = month + ((LAST_MONTHS[scheme] - month + 12) % 3);
  return { from: firstDayOfMonth(lastDayOfMonth(year, last - 2)), to: lastDayOfMonth(year, last) };
}

/**
 * The return to file next: from the day after the last filed one to the end of its tax period, or the period of the
 * first posting with VAT.
 */
export function nextTaxPeriod(
  scheme: Exclude<TaxPeriodScheme, "none">,
  { filedThrough, firstPosting }: { filedThrough: string | null; firstPosting: string },
): TaxPeriod {
  if (filedThrough === null) return taxPeriodOf(firstPosting, scheme);
  const from = addDays(filedThrough, 1);
  return { from, to: taxPeriodOf(from, scheme).to };
}

/** A return is due on the 28th day after its period (Cabinet Decision 52 of 2017, article 64). */
export function returnDueOn(periodEnd: string): string {
  return addDays(periodEnd, 28);
}

/**
 * Tax of a filed period that was declared too low is corrected in the next return up to this amount; more requires a
 * voluntary disclosure (Cabinet Decision 74 of 2023, article 10).
 */
export const CORRECTION_UP_TO_FILS = 10_000_00;

/** Last day for a voluntary disclosure: 20 business days after the error was noticed (the same article). */
export function disclosureDueOn(noticedOn: string, holidays: ReadonlySet<string>): string {
  let day = noticedOn;
  for (let left = 20; left > 0; ) {
    day = addDays(day, 1);
    if (weekdayOf(day) <= 5 && !holidays.has(day)) left -= 1;
  }
  return day;
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Another return is filed next. */
    "vat-return-changed": unknown;
    "vat-return-filed-early": unknown;
    /** The last month of a tax period is closed by its return. */
    "vat-return-first": { from: string; to: string };
    /** Late supplies of a filed period exceed the amount that a later return may correct. */
    "disclosure-required": { from: string; to: string };
    "nothing-to-disclose": unknown;
  }
}
