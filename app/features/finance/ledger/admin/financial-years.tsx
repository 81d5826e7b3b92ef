import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { useCloseFinancialYear } from "../admin-client";
import type { FinancialYears } from "../views";
import { head, number, Panel, row } from "./books-table";
import { ConfirmClosing } from "./confirm-closing";

type NextYear = NonNullable<FinancialYears["next"]>;

/** Year end: the financial year to close next, and those that are closed. */
export function FinancialYearsPanel({ years: { next, closed } }: { years: FinancialYears }) {
  return (
    <Panel id="years" title={m.books_years()} hint={m.books_years_hint()}>
      {next ? <NextYearCard next={next} /> : <p className="text-sm">{m.books_years_none()}</p>}
      {closed.length > 0 && <ClosedYears closed={closed} />}
    </Panel>
  );
}

const yearText = ({ from, to }: { from: string; to: string }) =>
  m.books_period({ from: formatDay(from, "fullDate"), to: formatDay(to, "fullDate") });

function NextYearCard({ next }: { next: NextYear }) {
  const mayClose = useMay("books.close");
  const [isConfirming, setConfirming] = useState(false);
  const close = useCloseFinancialYear();
  const dismiss = () => setConfirming(false);
  return (
    <div className="flex flex-col gap-3 rounded border border-line p-3 text-sm">
      <p>
        <span className="block font-medium">{yearText(next)}</span>
        <span className="block text-muted">
          {m.books_year_tax_due({ day: formatDay(next.corporateTaxDueOn, "fullDate") })}
        </span>
      </p>
      {next.ended && !next.monthsClosed && (
        <p className="text-muted">{m.books_error_months_open({ day: formatDay(next.to, "date") })}</p>
      )}
      {mayClose && next.ended && next.monthsClosed && (
        <Button size="small" tone="quiet" className="self-start" onClick={() => setConfirming(true)}>
          {m.books_year_close()}
        </Button>
      )}
      <ConfirmClosing
        open={isConfirming}
        title={m.books_year_close()}
        warning={m.books_year_close_warning({ day: formatDay(next.to, "fullDate") })}
        closing={close}
        onConfirm={() => close.mutate({ to: next.to }, { onSuccess: dismiss })}
        onClose={dismiss}
      />
    </div>
  );
}

function ClosedYears({ closed }: { closed: FinancialYears["closed"] }) {
  return (
    <table className="mt-4 w-full border-collapse text-sm">
      <caption className="pb-1 text-start text-xs font-medium text-muted">{m.books_years_closed()}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} text-start`}>
            {m.books_year()}
          </th>
          <th scope="col" className={`${head} amount-end`}>
            {m.books_profit()}
          </th>
          <th scope="col" className={`${head} text-start max-sm:hidden`}>
            {m.books_year_closed_by()}
          </th>
        </tr>
      </thead>
      <tbody>
        {closed.map((year) => (
          <tr key={year.to} className={row}>
            <th scope="row" className="px-2 py-1.5 text-start font-normal">
              {yearText(year)}
            </th>
            <td className={number}>{formatAmount(year.profitFils)}</td>
            <td className="px-2 text-muted max-sm:hidden">{year.closedBy && <bdi>{year.closedBy}</bdi>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
