import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { localPath } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { formatDay, formatTime } from "~/platform/time";
import { Button, ButtonAnchor } from "~/ui/button";
import { Fact, Section } from "~/ui/section";
import { labelForInvoiceEvent, labelForSettlement } from "../labels";
import type { InvoiceDetail } from "../views";
import { BadDebtRelief } from "./bad-debt-relief";
import { CreditForm } from "./credit-form";
import { EInvoices } from "./e-invoice";
import { InvoiceBody } from "./invoice-body";
import { useInvoicePageSlots } from "./invoice-page-slots";
import { Reminders } from "./reminders";
import { ResendButtons, ResendForm } from "./resend-invoice";
import { UndoWriteOffForm, WriteOffForm } from "./write-off-form";

export function IssuedInvoice({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <Actions invoice={invoice} />
      <InvoiceBody invoice={invoice} />
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
      <EInvoices invoice={invoice} />
      <Settlements invoice={invoice} />
      <BadDebtRelief invoice={invoice} />
      {invoice.openFils > 0 && <Reminders invoice={invoice} />}
      <History invoice={invoice} />
    </div>
  );
}

function Actions({ invoice }: { invoice: InvoiceDetail }) {
  const { Payments } = useInvoicePageSlots();
  const [openForm, setOpenForm] = useState<"resend" | "credit" | "write-off" | "undo-write-off" | null>(null);
  const mayManage = useMay("invoices.manage");
  const mayWriteOff = useMay("invoices.write-off");
  const close = () => setOpenForm(null);
  if (openForm === "resend") return <ResendForm invoice={invoice} onClose={close} />;
  if (openForm === "credit") return <CreditForm invoice={invoice} onClose={close} />;
  if (openForm === "write-off") return <WriteOffForm invoice={invoice} onClose={close} />;
  if (openForm === "undo-write-off") return <UndoWriteOffForm invoice={invoice} onClose={close} />;
  return (
    <section aria-label={m.invoices_actions()} className="flex flex-col gap-3">
      <p className="figures flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{m.invoices_open()}</span>
        <span className="text-xl font-semibold">{formatExactMoney(invoice.openFils)}</span>
      </p>
      <Payments invoice={invoice} />
      <div className="flex flex-wrap gap-2">
        {invoice.hasDocument && (
          <ButtonAnchor
            href={localPath(`/api/admin/invoices/${invoice.id}/document`)}
            download
            size="small"
            tone="quiet"
          >
            <Download aria-hidden />
            {m.invoices_pdf()}
          </ButtonAnchor>
        )}
        {mayManage && <ResendButtons invoice={invoice} onEmail={() => setOpenForm("resend")} />}
        {mayManage && invoice.canCredit && (
          <Button size="small" tone="quiet" onClick={() => setOpenForm("credit")}>
            {m.invoices_credit()}
          </Button>
        )}
        {mayWriteOff && invoice.openFils > 0 && (
          <Button size="small" tone="plain" onClick={() => setOpenForm("write-off")}>
            {m.invoices_write_off()}
          </Button>
        )}
        {mayWriteOff && invoice.writtenOffFils > 0 && (
          <Button size="small" tone="plain" onClick={() => setOpenForm("undo-write-off")}>
            {m.invoices_undo_write_off()}
          </Button>
        )}
      </div>
    </section>
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
