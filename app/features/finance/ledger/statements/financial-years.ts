import { addMonths } from "~/platform/months";
import { addDays } from "~/platform/time";
import { type FinancialYear, financialYearOf } from "../../../core/business/financial-year";

/** Closing of financial years (docs/domain.md, "Ledger"). */

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
