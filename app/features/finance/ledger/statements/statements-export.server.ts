import { m } from "~/paraglide/messages";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { toDirhams } from "~/platform/money";
import { labelForAccount } from "../labels";
import { accounts } from "../ledger";
import type { BalanceSheet, ComparedAmounts, ProfitAndLoss, StatementRow } from "../views";

/** Statements as CSV, in plain AED amounts, in the rows of the page. */

function accountLine({ account, service, fils, beforeFils }: StatementRow): string {
  const name = service
    ? m.books_account_of_service({ account: labelForAccount(account), service: service.name })
    : labelForAccount(account);
  return csvLine([accounts[account].code, name, toDirhams(fils), toDirhams(beforeFils)]);
}

const totalLine = (name: string, { fils, beforeFils }: ComparedAmounts) =>
  csvLine([null, name, toDirhams(fils), toDirhams(beforeFils)]);

export function profitAndLossCsv(statement: ProfitAndLoss): string {
  const { from, to, before, income, expenses, profitFils, profitBeforeFils } = statement;
  return [
    CSV_BYTE_ORDER_MARK,
    csvLine([
      m.books_csv_code(),
      m.books_csv_account(),
      m.books_period({ from, to }),
      m.books_period(before),
    ]),
    ...income.rows.map(accountLine),
    totalLine(m.books_income_total(), income),
    ...expenses.rows.map(accountLine),
    totalLine(m.books_expenses_total(), expenses),
    totalLine(m.books_profit(), { fils: profitFils, beforeFils: profitBeforeFils }),
  ].join("");
}

export function balanceSheetCsv({ day, dayBefore, ...sheet }: BalanceSheet): string {
  return [
    CSV_BYTE_ORDER_MARK,
    csvLine([m.books_csv_code(), m.books_csv_account(), day, dayBefore]),
    ...sheet.assets.rows.map(accountLine),
    totalLine(m.books_assets_total(), sheet.assets),
    ...sheet.liabilities.rows.map(accountLine),
    totalLine(m.books_liabilities_total(), sheet.liabilities),
    ...sheet.equity.rows.map(accountLine),
    totalLine(m.books_earlier_profit(), sheet.earlierProfit),
    totalLine(m.books_profit_of_year(), sheet.profit),
    totalLine(m.books_equity_total(), sheet.equity),
  ].join("");
}
