import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import type { DocumentSums } from "../../../core/pricing/document-lines";

interface InvoiceTotalsProps {
  sums: DocumentSums;
  /** Null for a business without VAT registration and for invoices without lines. */
  vatLabel: string | null;
  /** VAT of the balance. */
  vatFils: number;
  /** After deducted deposits; an opening balance has no lines to add up. */
  totalFils: number;
  /** Further rows, such as payments. */
  children?: ReactNode;
}

/** Totals of an invoice or a draft in the order of its PDF. */
export function InvoiceTotals({ sums, vatLabel, vatFils, totalFils, children }: InvoiceTotalsProps) {
  const { subtotalFils, discountFils, chargedFils, chargedVatFils, depositFils } = sums;
  const hasDeposit = depositFils > 0;
  return (
    <dl className="figures ms-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-y-1 text-sm">
      {discountFils > 0 && <Sum label={m.invoices_subtotal()} fils={subtotalFils} />}
      {discountFils > 0 && <Sum label={m.invoices_discount()} fils={-discountFils} />}
      {vatLabel && <Sum label={m.invoices_net()} fils={chargedFils - chargedVatFils} />}
      {vatLabel && <Sum label={vatLabel} fils={chargedVatFils} />}
      <MainSum label={m.invoices_total()} fils={hasDeposit ? chargedFils : totalFils} />
      {hasDeposit && <Sum label={m.invoices_deposit()} fils={-depositFils} />}
      {hasDeposit && <MainSum label={m.invoices_balance()} fils={totalFils} />}
      {hasDeposit && vatLabel && <Sum label={m.invoices_balance_vat()} fils={vatFils} />}
      {children}
    </dl>
  );
}

function MainSum({ label, fils }: { label: string; fils: number }) {
  return (
    <>
      <dt className="border-t border-line pe-4 pt-1 text-base font-semibold">{label}</dt>
      <dd className="border-t border-line pt-1 amount-end text-base font-semibold whitespace-nowrap">
        {formatExactMoney(fils)}
      </dd>
    </>
  );
}

export function Sum({ label, fils }: { label: string; fils: number }) {
  return (
    <>
      <dt className="pe-4 text-muted">{label}</dt>
      <dd className="amount-end whitespace-nowrap">{formatExactMoney(fils)}</dd>
    </>
  );
}
