import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Section } from "~/ui/section";
import { fewInvoicesQuery } from "../admin-client";
import { InvoiceStateBadge } from "./invoice-state";

/** What a customer has not paid yet, for whoever may see money; nothing where all is paid. */
export function UnpaidInvoices({ customerId }: { customerId: string }) {
  const mayRead = useMay("invoices.read");
  const { data } = useQuery({
    ...fewInvoicesQuery({ customer: customerId, state: "open" }),
    enabled: mayRead,
  });
  if (!mayRead || !data?.invoices.length) return null;
  const { invoices, nextCursor } = data;
  const openFils = invoices.reduce((sum, invoice) => sum + invoice.openFils, 0);
  return (
    <Section title={m.invoices_unpaid_title()}>
      <p className="mb-1 flex items-center gap-2 text-sm">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-brass-text" />
        <span className="figures font-medium">
          {nextCursor
            ? m.invoices_unpaid_more({ count: invoices.length })
            : m.invoices_unpaid_sum({ amount: formatExactMoney(openFils), count: invoices.length })}
        </span>
      </p>
      <ul className="flex flex-col text-sm">
        {invoices.map(({ id, reference, dueDate, openFils, state, overdue }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <Link
              to={`/admin/invoices/${id}`}
              className="flex min-h-11 items-center gap-3 rounded-sm py-1.5 hover:bg-sunken"
            >
              <span className="figures min-w-0 grow">
                <span className="block font-medium">{formatExactMoney(openFils)}</span>
                <span className="block text-xs text-muted">
                  {[reference, dueDate && m.invoices_unpaid_due({ day: formatDay(dueDate) })]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              <InvoiceStateBadge state={state} overdue={overdue} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
