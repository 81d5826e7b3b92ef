import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { formatAmount } from "~/platform/money";
import { firstDayOfMonth } from "~/platform/months";
import { addDays, dubaiDate, formatDay } from "~/platform/time";
import { readDayParameter } from "~/ui/address-day";
import { DayInput } from "~/ui/form/day-input";
import { useVisiblePagesRef } from "~/ui/list/use-visible-pages";
import { LoadedRecord } from "~/ui/overlay/drawer";
import { labelForEmirate } from "../../../core/business/emirate-label";
import { shortTradeName } from "../../../core/catalogue/short-trade";
import {
  balanceQuery,
  exportPath,
  revenueQuery,
  vatDocumentsQuery,
  vatQuery,
  vatReturnsQuery,
} from "../admin-client";
import { boxForEmirate, labelForAccount, labelForEntryKind, labelForVat } from "../labels";
import type { Period } from "../ledger";
import { accounts, type VatBox, vatBoxes } from "../ledger";
import type { RevenueByMonth, TrialBalance, VatReturn } from "../views";
import { BooksNav } from "./books-nav";
import { head, number, Panel, row } from "./books-table";
import { CashPanel } from "./cash-panel";
import { BooksClosing } from "./closing";
import { ExportButton } from "./export-button";
import { VatReturnsPanel } from "./vat-returns";
import { ZohoPanel } from "./zoho-panel";

/** VAT return, trial balance, revenue by month, closing and exports. The range is in the URL. */
export function BooksScreen() {
  const returns = useQuery(vatReturnsQuery);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <LoadedRecord query={returns} missing={m.books_failed()} failed={m.books_failed()}>
        {({ current }) => <Books current={current} />}
      </LoadedRecord>
    </div>
  );
}

/** `current`: tax period of today, the range without a choice; null shows the last month. */
function Books({ current }: { current: Period | null }) {
  const [today] = useState(() => dubaiDate(new Date()));
  const [address, setAddress] = useSearchParams();
  const { from, to } = rangeOf(address, current ?? lastMonthOf(today));
  const period = { from, to };
  const box = vatBoxes.find((one) => one === address.get("box")) ?? null;
  const pick = (part: Partial<Period>) =>
    setAddress({ ...period, ...part, ...(box && { box }) }, { replace: true, preventScrollReset: true });
  return (
    <>
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 lg:px-6">
        <h1 className="text-lg font-semibold">{m.books_title()}</h1>
        <BooksNav />
        {from <= to && (
          <div className="sm:ms-auto xl:order-last">
            <ExportButton href={exportPath("journal", period)}>{m.books_export_journal()}</ExportButton>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <DayInput label={m.books_from()} day={from} isInline onChange={(from) => pick({ from })} />
          <DayInput label={m.books_to()} day={to} isInline onChange={(to) => pick({ to })} />
        </div>
      </header>
      {from > to ? (
        <p role="alert" className="px-4 py-6 text-sm text-error lg:px-6">
          {m.books_backwards()}
        </p>
      ) : (
        <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 px-4 py-6 lg:px-6 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <VatPanel period={period} box={box} />
          <VatReturnsPanel />
          <BalancePanel day={to} />
          <RevenuePanel day={to} />
          <CashPanel />
          <BooksClosing />
          <ZohoPanel period={period} />
        </div>
      )}
    </>
  );
}

/** A day alone selects its month. */
function rangeOf(address: URLSearchParams, otherwise: Period): Period {
  const [from, to] = [readDayParameter(address, "from"), readDayParameter(address, "to")];
  if (from === null && to === null) return otherwise;
  const end = to ?? otherwise.to;
  return { from: from ?? firstDayOfMonth(end), to: end };
}

function lastMonthOf(today: string): Period {
  const to = addDays(firstDayOfMonth(today), -1);
  return { from: firstDayOfMonth(to), to };
}

function VatPanel({ period, box }: { period: Period; box: VatBox | null }) {
  const result = useQuery(vatQuery(period));
  return (
    <Panel id="vat" title={m.books_vat()} hint={m.books_vat_hint()}>
      <LoadedRecord query={result} missing={m.books_failed()} failed={m.books_failed()}>
        {(figures) => <VatFigures figures={figures} box={box} />}
      </LoadedRecord>
      {box && <VatDocuments period={period} box={box} />}
    </Panel>
  );
}

function VatFigures({ figures, box }: { figures: VatReturn; box: VatBox | null }) {
  const { from, to } = figures;
  const lines: {
    no: string;
    box: VatBox;
    name: string;
    net: number;
    vat: number | null;
    adjustment?: number;
  }[] = [
    ...figures.standard.map(({ emirate, netFils, vatFils, adjustmentFils }) => ({
      no: boxForEmirate(emirate),
      box: emirate,
      name: m.books_box_standard({ emirate: labelForEmirate(emirate) }),
      net: netFils,
      vat: vatFils,
      adjustment: adjustmentFils,
    })),
    { no: "4", box: "zero", name: labelForVat("zero"), net: figures.zeroFils, vat: null },
    { no: "5", box: "exempt", name: labelForVat("exempt"), net: figures.exemptFils, vat: null },
  ];
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${head} text-start`}>
            {m.books_box()}
          </th>
          <th scope="col" className={`${head} amount-end`}>
            {m.books_net()}
          </th>
          <th scope="col" className={`${head} amount-end`}>
            {m.books_tax()}
          </th>
          <th scope="col" className={`${head} amount-end max-sm:hidden`}>
            {m.books_adjustment()}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.box} className={row}>
            <th scope="row" className="flex gap-2 px-2 py-1.5 text-start font-normal">
              <span className="figures w-6 shrink-0 text-muted">{line.no}</span>
              {line.net === 0 && !line.vat ? (
                <span>{line.name}</span>
              ) : (
                <Link
                  to={`?${new URLSearchParams({ from, to, box: line.box })}`}
                  preventScrollReset
                  aria-current={box === line.box ? "true" : undefined}
                  className="text-link underline-offset-2 hover:underline aria-[current]:font-semibold"
                >
                  {line.name}
                </Link>
              )}
            </th>
            <td className={number}>{formatAmount(line.net)}</td>
            <td className={number}>{line.vat === null ? "" : formatAmount(line.vat)}</td>
            <td className={`${number} max-sm:hidden`}>
              {line.adjustment === undefined ? "" : formatAmount(line.adjustment)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="h-10 font-semibold">
          <th scope="row" className="px-2 py-1.5 text-start">
            {m.books_vat_total()}
          </th>
          <td className={number}>{formatAmount(figures.netFils)}</td>
          <td className={number}>{formatAmount(figures.vatFils)}</td>
          <td className={`${number} max-sm:hidden`}>{formatAmount(figures.adjustmentFils)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Documents behind a box of the VAT return. */
function VatDocuments({ period, box }: { period: Period; box: VatBox }) {
  const result = vatDocumentsQuery({ ...period, box });
  const found = useInfiniteQuery(result);
  const lengths = (found.data?.pages ?? []).map(({ documents }) => documents.length);
  const rows = useVisiblePagesRef(result.queryKey, lengths, found.refetch);
  const documents = found.data?.pages.flatMap(({ documents }) => documents) ?? [];
  return (
    <div className="mt-4 rounded border border-line">
      <table className="w-full border-collapse text-sm">
        <caption className="px-3 py-2 text-start text-xs font-medium text-muted">
          {m.books_documents({ from: formatDay(period.from), to: formatDay(period.to) })}
        </caption>
        <tbody ref={rows}>
          {documents.map((document) => (
            <tr key={document.entryId} className="h-9 border-t border-line">
              <th scope="row" className="px-3 text-start font-normal">
                <Link
                  to={`/admin/invoices/${document.invoiceId}`}
                  className="figures text-link hover:underline"
                >
                  {document.reference}
                </Link>
                <span className="ms-2 text-muted max-sm:hidden">{labelForEntryKind(document.kind)}</span>
              </th>
              <td className="figures px-2 text-muted max-sm:hidden">{formatDay(document.day)}</td>
              <td className={number}>{formatAmount(document.netFils)}</td>
              <td className={number}>{formatAmount(document.vatFils)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.hasNextPage && (
        <button
          type="button"
          onClick={() => void found.fetchNextPage()}
          className="min-h-9 w-full border-t border-line text-sm text-link hover:bg-brass-soft"
        >
          {m.books_more()}
        </button>
      )}
    </div>
  );
}

function BalancePanel({ day }: { day: string }) {
  const result = useQuery(balanceQuery(day));
  return (
    <Panel
      id="balance"
      title={m.books_balance({ day: formatDay(day, "date") })}
      hint={m.books_balance_hint()}
    >
      <LoadedRecord query={result} missing={m.books_failed()} failed={m.books_failed()}>
        {(balance) => <BalanceTable balance={balance} />}
      </LoadedRecord>
    </Panel>
  );
}

function BalanceTable({ balance: { day, rows, totalFils } }: { balance: TrialBalance }) {
  const nonZeroRows = rows.filter(({ debitFils, creditFils }) => debitFils > 0 || creditFils > 0);
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${head} text-start`}>
            {m.books_account()}
          </th>
          <th scope="col" className={`${head} amount-end`}>
            {m.books_debit()}
          </th>
          <th scope="col" className={`${head} amount-end`}>
            {m.books_credit()}
          </th>
        </tr>
      </thead>
      <tbody>
        {nonZeroRows.map(({ account, service, debitFils, creditFils }) => (
          <tr key={`${account} ${service?.id}`} className={row}>
            <th scope="row" className="flex gap-2 px-2 py-1.5 text-start font-normal">
              <span className="figures shrink-0 text-muted max-sm:hidden">{accounts[account].code}</span>
              <span>
                <Link
                  to={`/admin/books/journal?${new URLSearchParams({ account, to: day })}`}
                  className="text-link underline-offset-2 hover:underline"
                >
                  {labelForAccount(account)}
                </Link>
                {(service || account === "revenue") && (
                  <span className="block text-xs text-muted wrap-anywhere">
                    {service?.name ?? m.books_no_service()}
                  </span>
                )}
              </span>
            </th>
            <td className={number}>{debitFils > 0 ? formatAmount(debitFils) : ""}</td>
            <td className={number}>{creditFils > 0 ? formatAmount(creditFils) : ""}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="h-10 font-semibold">
          <th scope="row" className="px-2 py-1.5 text-start">
            {m.books_total()}
          </th>
          <td className={number}>{formatAmount(totalFils)}</td>
          <td className={number}>{formatAmount(totalFils)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function RevenuePanel({ day }: { day: string }) {
  const result = useQuery(revenueQuery(day));
  return (
    <Panel id="revenue" title={m.books_revenue()} hint={m.books_revenue_hint()} wide>
      <LoadedRecord query={result} missing={m.books_failed()} failed={m.books_failed()}>
        {(revenue) => <RevenueTable revenue={revenue} />}
      </LoadedRecord>
    </Panel>
  );
}

function RevenueTable({ revenue: { months, services, totalFils } }: { revenue: RevenueByMonth }) {
  return (
    <figure
      aria-labelledby="revenue"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the table with the arrow keys.
      tabIndex={0}
      className="relative overflow-x-auto rounded border border-line"
    >
      <table className="w-full border-collapse text-xs">
        <thead>
          <tr>
            <th scope="col" className={`${head} sticky start-0 bg-paper text-start`}>
              {m.books_month()}
            </th>
            {services.map(({ service }) => (
              <th key={service?.id ?? ""} scope="col" title={service?.name} className={`${head} amount-end`}>
                {service ? shortTradeName(service.name) : m.books_no_service()}
              </th>
            ))}
            <th scope="col" className={`${head} amount-end`}>
              {m.books_total()}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month, at) => (
            <tr key={month} className={row}>
              <th
                scope="row"
                className="figures sticky start-0 bg-paper px-2 py-1 text-start font-normal whitespace-nowrap"
              >
                {formatDay(month, "shortMonth")}
              </th>
              {services.map(({ service, fils }) => (
                <td key={service?.id ?? ""} className={number}>
                  {fils[at] ? formatAmount(fils[at]) : ""}
                </td>
              ))}
              <td className={`${number} font-semibold`}>{formatAmount(totalFils[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
