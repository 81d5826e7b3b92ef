import { addMonths, firstDayOfMonth, lastDayOfMonth } from "~/platform/months";
import { addDays } from "~/platform/time";

/** Financial years of the business (docs/domain.md, "Ledger"). Days in Asia/Dubai, both inclusive. */
export interface FinancialYear {
  from: string;
  to: string;
}

/** The financial year that contains a day. `lastMonth`: month in which years end, 1 is January. */
export function financialYearOf(day: string, lastMonth: number): FinancialYear {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const to = lastDayOfMonth(month > lastMonth ? year + 1 : year, lastMonth);
  return { from: firstDayOfMonth(addMonths(to, -11)), to };
}

/**
 * The year to close next: from the day after the last closed one, or the year of the first posting. It is shorter than
 * twelve months after a change of `lastMonth`.
 */
export function nextFinancialYear(
  lastMonth: number,
  { closedThrough, firstPosting }: { closedThrough: string | null; firstPosting: string },
): FinancialYear {
  if (closedThrough === null) return financialYearOf(firstPosting, lastMonth);
  const from = addDays(closedThrough, 1);
  return { from, to: financialYearOf(from, lastMonth).to };
}

/** The corporate tax return is due nine months after the year (Federal Decree-Law 47 of 2022, article 53). */
export function corporateTaxDueOn(yearEnd: string): string {
  return addDays(addMonths(addDays(yearEnd, 1), 9), -1);
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Another financial year is closed next. */
    "financial-year-changed": unknown;
    "financial-year-running": unknown;
    /** The months of the year are closed first. */
    "months-open": { through: string };
  }
}
