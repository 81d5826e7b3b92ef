import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { DocumentListItem, DocumentsSection } from "../../../core/documents/components/documents-section";
import { myInvoicesQuery } from "../client";
import { labelForInvoiceStatus } from "../labels";
import type { CustomerInvoices } from "../views";

export function MyInvoices() {
  const query = useQuery(myInvoicesQuery);
  const { invoices = [], creditFils = 0 } = query.data ?? {};
  return (
    <DocumentsSection
      id="invoices"
      title={m.invoices_my_title()}
      query={query}
      open={invoices.filter(({ openFils }) => openFils > 0).map(listItem)}
      none={m.invoices_my_none()}
      earlier={{
        title: m.invoices_my_settled(),
        rows: invoices.filter(({ openFils }) => openFils === 0).map(listItem),
      }}
      titleAside={
        <Link to="/dashboard/statement" className="text-link hover:underline">
          {m.invoices_statement()}
        </Link>
      }
    >
      {creditFils > 0 && (
        <p className="figures">{m.invoices_my_credit({ amount: formatMoney(creditFils) })}</p>
      )}
    </DocumentsSection>
  );
}

function listItem({
  reference,
  issueDate,
  dueDate,
  openFils,
  totalFils,
  overdue,
  state,
  settlement,
}: CustomerInvoices["invoices"][number]) {
  const day = formatDay(dueDate, "fullDate");
  return (
    <DocumentListItem
      key={reference}
      to={`/invoices/${encodeURIComponent(reference)}`}
      title={<span className="figures whitespace-nowrap">{reference}</span>}
      hint={
        openFils === 0
          ? `${labelForInvoiceStatus(state, settlement)} · ${formatDay(issueDate, "fullDate")}`
          : overdue
            ? m.payments_pay_was_due({ day })
            : m.payments_pay_due({ day })
      }
      overdue={overdue}
      fils={openFils || totalFils}
    />
  );
}
