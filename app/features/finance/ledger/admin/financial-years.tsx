import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { Dialog } from "~/ui/overlay/dialog";
import { useCloseFinancialYear } from "../admin-client";
import type { FinancialYears } from "../views";
import { head, number, Panel, row } from "./books-table";

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
      <ConfirmYearEnd year={next} open={isConfirming} onClose={() => setConfirming(false)} />
    </div>
  );
}

function ConfirmYearEnd({ year, open, onClose }: { year: NextYear; open: boolean; onClose: () => void }) {
  const close = useCloseFinancialYear();
  return (
    <Dialog open={open} onClose={onClose} title={m.books_year_close()}>
      <p className="text-sm">{m.books_year_close_warning({ day: formatDay(year.to, "fullDate") })}</p>
      <Failure>{close.error?.message}</Failure>
      <div className="flex justify-end gap-3">
        <Button tone="plain" size="small" onClick={onClose}>
          {m.common_close()}
        </Button>
        <Button
          size="small"
          disabled={close.isPending}
          onClick={() => close.mutate({ to: year.to }, { onSuccess: onClose })}
        >
          {m.books_year_close()}
        </Button>
      </div>
    </Dialog>
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
          <th scope="col" className={`${head} text-end`}>
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
