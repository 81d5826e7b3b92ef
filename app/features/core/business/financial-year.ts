import { addMonths, firstDayOfMonth, lastDayOfMonth } from "~/platform/months";

/** Financial year of the business, which is its corporate tax period. Days in Asia/Dubai, both inclusive. */
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
 * Years for which documents and books are kept after the end of their tax period: seven for corporate tax (Federal
 * Decree-Law 47 of 2022, article 56), longer than the five of VAT (Cabinet Decision 74 of 2023, article 3).
 */
export const TAX_RECORD_YEARS = 7;

/** First day of the first financial year whose documents are still kept. */
export function firstRetainedTaxDay(
  today: string,
  { years, lastMonth }: { years: number; lastMonth: number },
): string {
  return financialYearOf(addMonths(today, -12 * years), lastMonth).from;
}
