import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { localPath } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { formatDay, formatTime } from "~/platform/time";
import { RecordSections } from "~/ui/overlay/drawer";
import { Fact, Section } from "~/ui/section";
import { labelForInvoiceEvent, labelForSettlement } from "../labels";
import type { InvoiceDetail } from "../views";
import { BadDebtRelief } from "./bad-debt-relief";
import { EInvoices } from "./e-invoice";
import { InvoiceBody } from "./invoice-body";
import { useInvoicePageSlots } from "./invoice-page-slots";
import { Reminders } from "./reminders";

export function IssuedInvoice({ invoice }: { invoice: InvoiceDetail }) {
  const { Messages } = useInvoicePageSlots();
  return (
    <RecordSections>
      <p className="figures flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{m.invoices_open()}</span>
        <span className="text-xl font-semibold">{formatExactMoney(invoice.openFils)}</span>
      </p>
      <Section title={m.invoices_about()}>
        <dl className="flex flex-col gap-1.5 text-sm">
          <Fact name={m.invoices_customer()}>
            <Link to={`/admin/customers/${invoice.customer.id}`} className="text-link hover:underline">
              <bdi>{invoice.customer.name}</bdi>
            </Link>
          </Fact>
          {invoice.booking && (
            <Fact name={m.invoices_booking()}>
              <Link to={`/admin/bookings/${invoice.booking.id}`} className="text-link hover:underline">
                {invoice.booking.reference}
              </Link>
            </Fact>
          )}
          {invoice.quote && <Fact name={m.invoices_quote()}>{invoice.quote.reference}</Fact>}
          {invoice.deductedFils > 0 && (
            <Fact name={m.invoices_deducted()}>{formatExactMoney(invoice.deductedFils)}</Fact>
          )}
        </dl>
      </Section>
      <InvoiceBody invoice={invoice} />
      <Settlements invoice={invoice} />
      <EInvoices invoice={invoice} />
      <BadDebtRelief invoice={invoice} />
      {invoice.openFils > 0 && <Reminders invoice={invoice} />}
      <Messages invoice={invoice} />
      <History invoice={invoice} />
    </RecordSections>
  );
}

/** Settlements in order, then all credit notes, because one on a paid invoice has no settlement. */
function Settlements({ invoice: { id, settlements, creditNotes } }: { invoice: InvoiceDetail }) {
  if (settlements.length === 0 && creditNotes.length === 0) return null;
  return (
    <Section title={m.invoices_settlements()}>
      <ul className="flex flex-col text-sm">
        {settlements.map(({ id, kind, amountFils, reversal, reference, reason, day }) => (
          <li
            key={id}
            className="flex items-baseline justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
          >
            <span className="min-w-0">
              <span className="block">
                {[labelForSettlement(kind, amountFils, reversal), reference].filter(Boolean).join(" ")}
              </span>
              <span className="block text-xs text-muted">
                <span className="figures">{formatDay(day)}</span>
                {reason && <bdi>{` · ${reason}`}</bdi>}
              </span>
            </span>
            <span className="figures shrink-0">{formatExactMoney(-amountFils)}</span>
          </li>
        ))}
      </ul>
      {creditNotes.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1 text-sm">
          {creditNotes.map((note) => (
            <li key={note.id} className="figures flex items-baseline justify-between gap-3">
              {note.hasDocument ? (
                <a
                  href={localPath(`/api/admin/invoices/${id}/credit-notes/${note.id}/document`)}
                  download
                  className="text-link hover:underline"
                >
                  {note.reference}
                </a>
              ) : (
                <span>{note.reference}</span>
              )}
              <span>{formatExactMoney(note.totalFils)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function History({ invoice: { history } }: { invoice: InvoiceDetail }) {
  return (
    <Section title={m.invoices_history()}>
      <ol className="flex flex-col gap-2 text-sm">
        {history.map(({ id, event: what, actorName, reason, recipient, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <span>{labelForInvoiceEvent(what)}</span>
              {actorName && (
                <span className="text-muted">
                  {" · "}
                  <bdi>{actorName}</bdi>
                </span>
              )}
              {recipient && <bdi className="block text-xs text-muted">{recipient}</bdi>}
              {reason && <bdi className="block text-xs text-muted">{reason}</bdi>}
            </span>
            <time dateTime={at} className="figures shrink-0 text-xs text-muted">
              {formatTime(at, "fullDateTime")}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  );
}
