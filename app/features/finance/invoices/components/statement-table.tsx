import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { labelForEntry } from "../labels";
import type { Statement } from "../views";

const end = "py-2.5 ps-3 amount-end whitespace-nowrap";
/** Headings may wrap, because a translated one can be wider than its amounts. */
const endHeading = "py-2 ps-3 amount-end font-medium wrap-anywhere";

/** In AED. Narrow screens show debit and credit in one column. */
export function StatementTable({ statement }: { statement: Statement }) {
  const { from, to, openingFils, entries, closingFils } = statement;
  let balance = openingFils;
  return (
    <table className="figures w-full border-y border-line text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-2 pe-3 text-start font-medium wrap-anywhere">
            {m.invoices_csv_date()}
          </th>
          <th scope="col" className="py-2 text-start font-medium wrap-anywhere">
            {m.invoices_statement_type()}
          </th>
          <th scope="col" className={classNames(endHeading, "max-sm:hidden")}>
            {m.invoices_statement_debit()}
          </th>
          <th scope="col" className={classNames(endHeading, "max-sm:hidden")}>
            {m.invoices_statement_paid()}
          </th>
          <th scope="col" className={endHeading}>
            {m.invoices_csv_balance()}
          </th>
        </tr>
      </thead>
      <tbody>
        <Balance day={from} fils={openingFils}>
          {m.invoices_statement_opening()}
        </Balance>
        {entries.map(({ date, kind, reference, amountFils }, at) => {
          balance += amountFils;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and keep their order.
            <tr key={at} className="border-t border-line align-baseline">
              <td className="py-2.5 pe-3 whitespace-nowrap text-muted">
                <Day day={date} />
              </td>
              <td className="py-2.5 wrap-anywhere">
                <span>{labelForEntry(kind)}</span>{" "}
                <span className="text-muted max-sm:block sm:whitespace-nowrap">{reference}</span>
                <span className="block sm:hidden">{formatAmount(amountFils)}</span>
              </td>
              <td className={classNames(end, "max-sm:hidden")}>
                {amountFils > 0 && formatAmount(amountFils)}
              </td>
              <td className={classNames(end, "max-sm:hidden")}>
                {amountFils < 0 && formatAmount(-amountFils)}
              </td>
              <td className={end}>{formatAmount(balance)}</td>
            </tr>
          );
        })}
        {entries.length === 0 && (
          <tr className="border-t border-line">
            <td colSpan={5} className="py-3 text-muted">
              {m.invoices_statement_none()}
            </td>
          </tr>
        )}
        <Balance day={to} fils={closingFils}>
          {m.invoices_statement_closing()}
        </Balance>
      </tbody>
    </table>
  );
}

function Balance({ day, fils, children }: { day: string; fils: number; children: ReactNode }) {
  return (
    <tr className="border-t border-line bg-surface align-baseline font-semibold">
      <td className="py-2.5 pe-3 whitespace-nowrap">
        <Day day={day} />
      </td>
      <td className="py-2.5 wrap-anywhere">{children}</td>
      <td className="max-sm:hidden" />
      <td className="max-sm:hidden" />
      <td className={end}>{formatAmount(fils)}</td>
    </tr>
  );
}

/** Narrow screens leave out the year, which is shown above the table. */
function Day({ day }: { day: string }) {
  return (
    <>
      <span className="sm:hidden">{formatDay(day, "shortDate")}</span>
      <span className="max-sm:hidden">{formatDay(day, "date")}</span>
    </>
  );
}
