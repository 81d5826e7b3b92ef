import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Section } from "~/ui/section";
import { fewInvoicesQuery } from "../admin-client";
import { InvoiceStateBadge } from "./invoice-state";

interface FewInvoicesProps {
  of: { booking: string } | { customer: string } | { quote: string } | { contract: string };
  heading?: "h2";
}

/** The latest invoices and drafts of a booking, a quote, a contract or a customer, or nothing where there are none. */
export function FewInvoices({ of, heading }: FewInvoicesProps) {
  const mayRead = useMay("invoices.read");
  const { data } = useQuery({ ...fewInvoicesQuery(of), enabled: mayRead });
  if (!data?.invoices.length) return null;
  return (
    <Section title={m.invoices_title()} heading={heading}>
      <ul className="flex flex-col text-sm">
        {data.invoices.map(({ id, reference, issueDate, totalFils, state, overdue }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <Link
              to={`/admin/invoices/${id}`}
              className="flex min-h-11 items-center gap-3 rounded-sm py-1.5 hover:bg-sunken"
            >
              <span className="figures min-w-0 grow">
                <span className="block font-medium">{reference ?? m.invoices_state_draft()}</span>
                <span className="block text-xs text-muted">
                  {[issueDate && formatDay(issueDate), formatExactMoney(totalFils)]
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
