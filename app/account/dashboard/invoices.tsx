import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ownInvoicesQuery } from "~/features/invoices/client";
import type { OwnInvoices } from "~/features/invoices/views";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

type OwnInvoiceRow = OwnInvoices["invoices"][number];

/** What is to be paid first, then what was. Nothing where there never was an invoice. */
export function Invoices() {
  const { data, error, refetch } = useQuery(ownInvoicesQuery);
  if (error && !data) {
    return (
      <EmptyState title={error.message}>
        <Button tone="quiet" onClick={() => refetch()}>
          {m.common_try_again()}
        </Button>
      </EmptyState>
    );
  }
  if (!data?.invoices.length) return null;
  const open = data.invoices.filter(({ openFils }) => openFils > 0);
  const settled = data.invoices.filter(({ openFils }) => openFils === 0);
  return (
    <section aria-labelledby="invoices" className="flex flex-col gap-4">
      <h2 id="invoices" className="text-xl">
        {m.invoices_own_title()}
      </h2>
      {open.length > 0 ? <Rows invoices={open} /> : <p className="text-muted">{m.invoices_own_none()}</p>}
      {data.creditFils > 0 && (
        <p className="figures">{m.invoices_own_credit({ amount: formatMoney(data.creditFils) })}</p>
      )}
      {settled.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-link hover:underline">
            {m.invoices_own_settled()}
          </summary>
          <Rows invoices={settled} />
        </details>
      )}
    </section>
  );
}

function Rows({ invoices }: { invoices: readonly OwnInvoiceRow[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {invoices.map(({ reference, issueDate, dueDate, openFils, totalFils, overdue }) => (
        <li key={reference}>
          <Link
            to={`/invoices/${reference}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3 hover:border-accent"
          >
            <span className="min-w-0 grow">
              <span className="figures block font-medium">{reference}</span>
              <span className={overdue ? "block text-sm text-brass-text" : "block text-sm text-muted"}>
                {openFils === 0
                  ? formatDay(issueDate, "fullDate")
                  : overdue
                    ? m.invoices_page_was_due({ day: formatDay(dueDate, "fullDate") })
                    : m.invoices_page_due({ day: formatDay(dueDate, "fullDate") })}
              </span>
            </span>
            <span className="figures font-medium">{formatMoney(openFils || totalFils)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
