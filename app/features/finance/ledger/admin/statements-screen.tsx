import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { formatAmount } from "~/platform/money";
import { firstDayOfMonth } from "~/platform/months";
import { addDays, dubaiDate, formatDay } from "~/platform/time";
import { readDayParameter } from "~/ui/address-day";
import { DayInput } from "~/ui/form/day-input";
import { LoadedRecord } from "~/ui/overlay/drawer";
import { financialYearOf } from "../../../core/business/financial-year";
import {
  balanceSheetExportPath,
  balanceSheetQuery,
  exportPath,
  financialYearsQuery,
  profitAndLossQuery,
} from "../admin-client";
import { labelForAccount } from "../labels";
import type { Period } from "../ledger";
import { accounts, NO_SERVICE } from "../ledger";
import type { BalanceSheet, ComparedAmounts, FinancialYears, ProfitAndLoss, StatementRow } from "../views";
import { BooksNav } from "./books-nav";
import { head, number, Panel, row } from "./books-table";
import { ExportButton } from "./export-button";
import { FinancialYearsPanel } from "./financial-years";

/** Profit and loss statement, balance sheet and year end. The range is in the URL. */
export function StatementsScreen() {
  const years = useQuery(financialYearsQuery);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <LoadedRecord query={years} missing={m.books_failed()} failed={m.books_failed()}>
        {(years) => <Statements years={years} />}
      </LoadedRecord>
    </div>
  );
}

function Statements({ years }: { years: FinancialYears }) {
  const [today] = useState(() => dubaiDate(new Date()));
  const [address, setAddress] = useSearchParams();
  const to = readDayParameter(address, "to") ?? addDays(firstDayOfMonth(today), -1);
  const from = readDayParameter(address, "from") ?? financialYearOf(to, years.lastMonth).from;
  const period = { from, to };
  const pick = (part: Partial<Period>) =>
    setAddress({ ...period, ...part }, { replace: true, preventScrollReset: true });
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-4 gap-y-3 border-b border-line px-4 py-3 lg:px-6">
        <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-lg font-semibold">{m.books_statements()}</h1>
          <BooksNav />
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <DayInput label={m.books_from()} day={from} onChange={(from) => pick({ from })} />
          <DayInput label={m.books_to()} day={to} onChange={(to) => pick({ to })} />
        </div>
        {from <= to && (
          <div className="flex flex-wrap gap-3 sm:ms-auto">
            <ExportButton href={exportPath("profit-and-loss", period)}>
              {m.books_export_profit_and_loss()}
            </ExportButton>
            <ExportButton href={balanceSheetExportPath(to)}>{m.books_export_balance_sheet()}</ExportButton>
          </div>
        )}
      </header>
      {from > to ? (
        <p role="alert" className="px-4 py-6 text-sm text-error lg:px-6">
          {m.books_backwards()}
        </p>
      ) : (
        <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 px-4 py-6 lg:px-6 xl:grid-cols-2">
          <ProfitAndLossPanel period={period} />
          <BalanceSheetPanel day={to} />
          <FinancialYearsPanel years={years} />
        </div>
      )}
    </>
  );
}

function ProfitAndLossPanel({ period }: { period: Period }) {
  const result = useQuery(profitAndLossQuery(period));
  return (
    <Panel id="profit-and-loss" title={m.books_profit_and_loss()} hint={m.books_profit_and_loss_hint()}>
      <LoadedRecord query={result} missing={m.books_failed()} failed={m.books_failed()}>
        {(statement) => <ProfitAndLossTable statement={statement} />}
      </LoadedRecord>
    </Panel>
  );
}

function ProfitAndLossTable({ statement }: { statement: ProfitAndLoss }) {
  const { from, to, before, income, expenses, profitFils, profitBeforeFils } = statement;
  return (
    <table className="w-full border-collapse text-sm">
      <StatementHead
        current={m.books_period({ from: formatDay(from, "fullDate"), to: formatDay(to, "fullDate") })}
        before={m.books_period({
          from: formatDay(before.from, "fullDate"),
          to: formatDay(before.to, "fullDate"),
        })}
      />
      <tbody>
        <AccountRows rows={income.rows} period={{ from, to }} />
        <TotalRow name={m.books_income_total()} {...income} />
      </tbody>
      <tbody>
        <AccountRows rows={expenses.rows} period={{ from, to }} />
        <TotalRow name={m.books_expenses_total()} {...expenses} />
      </tbody>
      <tfoot>
        <TotalRow name={m.books_profit()} fils={profitFils} beforeFils={profitBeforeFils} />
      </tfoot>
    </table>
  );
}

function BalanceSheetPanel({ day }: { day: string }) {
  const result = useQuery(balanceSheetQuery(day));
  return (
    <Panel
      id="balance-sheet"
      title={m.books_balance_sheet({ day: formatDay(day, "date") })}
      hint={m.books_balance_sheet_hint()}
    >
      <LoadedRecord query={result} missing={m.books_failed()} failed={m.books_failed()}>
        {(sheet) => <BalanceSheetTable sheet={sheet} />}
      </LoadedRecord>
    </Panel>
  );
}

function BalanceSheetTable({ sheet }: { sheet: BalanceSheet }) {
  const { day, dayBefore, assets, liabilities, equity, earlierProfit, profit } = sheet;
  return (
    <table className="w-full border-collapse text-sm">
      <StatementHead
        current={<span className="whitespace-nowrap">{formatDay(day, "fullDate")}</span>}
        before={<span className="whitespace-nowrap">{formatDay(dayBefore, "fullDate")}</span>}
      />
      <tbody>
        <AccountRows rows={assets.rows} period={{ to: day }} />
        <TotalRow name={m.books_assets_total()} {...assets} />
      </tbody>
      <tbody>
        <AccountRows rows={liabilities.rows} period={{ to: day }} />
        <TotalRow name={m.books_liabilities_total()} {...liabilities} />
      </tbody>
      <tbody>
        <AccountRows rows={equity.rows} period={{ to: day }} />
        {(earlierProfit.fils !== 0 || earlierProfit.beforeFils !== 0) && (
          <AmountRow name={m.books_earlier_profit()} {...earlierProfit} />
        )}
        <AmountRow name={m.books_profit_of_year()} {...profit} />
        <TotalRow name={m.books_equity_total()} {...equity} />
      </tbody>
      <tfoot>
        <TotalRow
          name={m.books_liabilities_and_equity()}
          fils={liabilities.fils + equity.fils}
          beforeFils={liabilities.beforeFils + equity.beforeFils}
        />
      </tfoot>
    </table>
  );
}

function StatementHead({ current, before }: { current: ReactNode; before: ReactNode }) {
  return (
    <thead>
      <tr>
        <th scope="col" className={`${head} text-start`}>
          {m.books_account()}
        </th>
        <th scope="col" className={`${head} amount-end`}>
          {current}
        </th>
        <th scope="col" className={`${head} amount-end`}>
          {before}
        </th>
      </tr>
    </thead>
  );
}

/** `period`: days of the journal that the current figures come from. */
function AccountRows({ rows, period }: { rows: StatementRow[]; period: Partial<Period> }) {
  return rows.map(({ account, service, fils, beforeFils }) => {
    const isRevenue = account === "revenue";
    const filter = { account, ...(isRevenue && { service: service?.id ?? NO_SERVICE }), ...period };
    return (
      <tr key={`${account} ${service?.id}`} className={row}>
        <th scope="row" className="px-2 py-1.5 text-start font-normal">
          <span className="flex gap-2">
            <span className="figures shrink-0 text-muted max-sm:hidden">{accounts[account].code}</span>
            <span>
              <Link
                to={`/admin/books/journal?${new URLSearchParams(filter)}`}
                className="text-link underline-offset-2 hover:underline"
              >
                {labelForAccount(account)}
              </Link>
              {isRevenue && (
                <span className="block text-xs text-muted">{service?.name ?? m.books_no_service()}</span>
              )}
            </span>
          </span>
        </th>
        <AmountCells fils={fils} beforeFils={beforeFils} />
      </tr>
    );
  });
}

function AmountRow({ name, ...amounts }: ComparedAmounts & { name: string }) {
  return (
    <tr className={row}>
      <th scope="row" className="px-2 py-1.5 text-start font-normal">
        {name}
      </th>
      <AmountCells {...amounts} />
    </tr>
  );
}

function TotalRow({ name, fils, beforeFils }: ComparedAmounts & { name: string }) {
  return (
    <tr className="h-10 border-b border-line font-semibold">
      <th scope="row" className="px-2 py-1.5 text-start">
        {name}
      </th>
      <AmountCells fils={fils} beforeFils={beforeFils} />
    </tr>
  );
}

function AmountCells({ fils, beforeFils }: ComparedAmounts) {
  return (
    <>
      <td className={number}>{formatAmount(fils)}</td>
      <td className={`${number} text-muted`}>{formatAmount(beforeFils)}</td>
    </>
  );
}
