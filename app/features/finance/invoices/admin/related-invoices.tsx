import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { RecordRow } from "~/ui/record-row";
import { Section } from "~/ui/section";
import { relatedInvoicesQuery } from "../admin-client";
import { InvoiceStateBadge } from "./invoice-state";

interface RelatedInvoicesProps {
  of: { booking: string } | { customer: string } | { quote: string } | { contract: string };
  heading?: "h2";
}

export function RelatedInvoices({ of, heading }: RelatedInvoicesProps) {
  const mayRead = useMay("invoices.read");
  const { data } = useQuery({ ...relatedInvoicesQuery(of), enabled: mayRead });
  if (!data?.invoices.length) return null;
  return (
    <Section title={m.invoices_title()} heading={heading}>
      <ul className="flex flex-col text-sm">
        {data.invoices.map(({ id, reference, issueDate, totalFils, state, settlement, overdue }) => (
          <RecordRow
            key={id}
            to={`/admin/invoices/${id}`}
            name={reference ?? m.invoices_state_draft()}
            facts={[issueDate && formatDay(issueDate), formatExactMoney(totalFils)]}
            badge={<InvoiceStateBadge {...{ state, settlement, overdue }} />}
          />
        ))}
      </ul>
    </Section>
  );
}
