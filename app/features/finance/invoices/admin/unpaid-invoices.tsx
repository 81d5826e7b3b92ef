import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { RecordRow } from "~/ui/record-row";
import { Section } from "~/ui/section";
import { relatedInvoicesQuery } from "../admin-client";
import { InvoiceStateBadge } from "./invoice-state";

export function UnpaidInvoices({ customerId }: { customerId: string }) {
  const mayRead = useMay("invoices.read");
  const { data } = useQuery({
    ...relatedInvoicesQuery({ customer: customerId, state: "open" }),
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
        {invoices.map(({ id, reference, dueDate, openFils, state, settlement, overdue }) => (
          <RecordRow
            key={id}
            to={`/admin/invoices/${id}`}
            name={formatExactMoney(openFils)}
            facts={[reference, dueDate && m.invoices_unpaid_due({ day: formatDay(dueDate) })]}
            badge={<InvoiceStateBadge {...{ state, settlement, overdue }} />}
          />
        ))}
      </ul>
    </Section>
  );
}
