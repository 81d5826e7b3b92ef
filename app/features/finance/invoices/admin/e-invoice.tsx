import Download from "lucide-react/icons/download";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Button, ButtonAnchor } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section } from "~/ui/section";
import type { MissingField } from "../../../core/e-invoices/missing-fields";
import { useRequestEInvoice } from "../admin-client";
import type { EInvoiceView, InvoiceDetail } from "../views";

/** E-invoice states of the invoice and its credit notes. */
export function EInvoices({ invoice }: { invoice: InvoiceDetail }) {
  const { eInvoice, creditNotes } = invoice;
  if (!eInvoice) return null;
  return (
    <Section title={m.e_invoices_title()}>
      <ul className="flex flex-col gap-3 text-sm">
        <li>
          <EInvoiceEntry invoice={invoice} eInvoice={eInvoice} />
        </li>
        {creditNotes.map(
          (note) =>
            note.eInvoice && (
              <li key={note.id} className="border-t border-line pt-3">
                <EInvoiceEntry invoice={invoice} eInvoice={note.eInvoice} note={note} />
              </li>
            ),
        )}
      </ul>
    </Section>
  );
}

interface EInvoiceEntryProps {
  invoice: InvoiceDetail;
  eInvoice: EInvoiceView;
  note?: InvoiceDetail["creditNotes"][number];
}

function EInvoiceEntry({ invoice, eInvoice, note }: EInvoiceEntryProps) {
  const request = useRequestEInvoice();
  const mayManage = useMay("invoices.manage");
  const { state, missing } = eInvoice;
  const reference = (note ?? invoice).reference ?? "";
  const path = `/api/admin/invoices/${invoice.id}${note ? `/credit-notes/${note.id}` : ""}/e-invoice`;
  const isReadyToCreate = state === "none" && missing.length === 0;
  const canSend = state === "rejected" || (state === "created" && invoice.eInvoicingEnabled);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
        <span className="figures">{reference}</span>
        <span className={state === "rejected" ? "text-error" : "text-muted"}>
          {labelForState(eInvoice, invoice.eInvoicingEnabled)}
        </span>
      </p>
      {eInvoice.rejectionReason && (
        <p className="text-error">
          <bdi>{eInvoice.rejectionReason}</bdi>
        </p>
      )}
      {eInvoice.sentAt && (
        <p className="figures text-xs text-muted">
          {m.e_invoices_sent_at({ time: formatTime(eInvoice.sentAt, "fullDateTime") })}
        </p>
      )}
      {missing.length > 0 && <MissingForEInvoice invoice={invoice} missing={missing} />}
      <ChangeRefused error={request.error} />
      <div className="flex flex-wrap gap-2">
        {state !== "none" && (
          <ButtonAnchor
            href={localPath(path)}
            download
            size="small"
            tone="quiet"
            aria-label={`${m.e_invoices_download()}: ${reference}`}
          >
            <Download aria-hidden />
            {m.e_invoices_download()}
          </ButtonAnchor>
        )}
        {mayManage && (isReadyToCreate || canSend) && (
          <Button
            size="small"
            tone="quiet"
            disabled={request.isPending}
            onClick={() => request.mutate({ id: invoice.id, creditNoteId: note?.id ?? null })}
          >
            {isReadyToCreate
              ? m.e_invoices_create()
              : state === "rejected"
                ? m.e_invoices_resend()
                : m.e_invoices_send()}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Links each missing field to the page where it is edited. */
export function MissingForEInvoice({
  invoice,
  missing,
}: {
  invoice: Pick<InvoiceDetail, "customer">;
  missing: readonly MissingField[];
}) {
  const editable = missing.flatMap(({ field, service }) =>
    field === "vat-rate" ? [] : [{ field, service }],
  );
  return (
    <div className="flex flex-col gap-1.5 rounded border border-line bg-brass-soft px-3 py-2 text-sm">
      {missing.some(({ field }) => field === "vat-rate") && <p>{m.e_invoices_rate_not_accepted()}</p>}
      {editable.length > 0 && (
        <>
          <p className="font-medium">{m.e_invoices_missing()}</p>
          <ul className="flex list-disc flex-col gap-1 ps-5">
            {editable.map(({ field, service }) => (
              <li key={`${field} ${service?.id ?? ""}`}>
                <Link
                  to={editPath(field, service, invoice.customer.id)}
                  className="text-link hover:underline"
                >
                  {field === "line-code" && service
                    ? m.e_invoices_missing_service_code({ service: bidiIsolate(service.name) })
                    : missingFieldLabels[field]()}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type EditableField = Exclude<MissingField["field"], "vat-rate">;

const missingFieldLabels: Record<EditableField, () => string> = {
  "seller-trn": m.e_invoices_missing_seller_trn,
  "seller-licence": m.e_invoices_missing_seller_licence,
  "seller-authority": m.e_invoices_missing_seller_authority,
  "seller-street": m.e_invoices_missing_seller_street,
  "seller-city": m.e_invoices_missing_seller_city,
  "buyer-trn": m.e_invoices_missing_buyer_trn,
  "buyer-address": m.e_invoices_missing_buyer_address,
  "buyer-licence": m.e_invoices_missing_buyer_licence,
  "buyer-street": m.e_invoices_missing_buyer_street,
  "buyer-city": m.e_invoices_missing_buyer_city,
  "buyer-emirate": m.e_invoices_missing_buyer_emirate,
  "buyer-region": m.e_invoices_missing_buyer_region,
  "buyer-tax-number": m.e_invoices_missing_buyer_tax_number,
  "buyer-authority": m.e_invoices_missing_buyer_authority,
  "line-code": m.e_invoices_missing_code,
};

function editPath(field: EditableField, service: MissingField["service"], customerId: string): string {
  if (field.startsWith("buyer-")) return `/admin/customers/${customerId}`;
  if (field === "seller-trn") return "/admin/settings/tax";
  if (field === "seller-licence") return "/admin/settings/identity";
  return service ? `/admin/services/${service.id}` : "/admin/settings/e-invoices";
}

function labelForState({ state, missing, providerUnreachable }: EInvoiceView, areSent: boolean): string {
  switch (state) {
    case "none":
      return missing.length > 0 ? m.e_invoices_state_incomplete() : m.e_invoices_state_none();
    case "created":
      if (!areSent) return m.e_invoices_state_ready();
      return providerUnreachable ? m.e_invoices_state_unreachable() : m.e_invoices_state_waiting();
    case "sent":
      return m.e_invoices_state_sent();
    case "received":
      return m.e_invoices_state_received();
    case "rejected":
      return m.e_invoices_state_rejected();
  }
}
