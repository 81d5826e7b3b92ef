import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import type { Party } from "../../../core/documents/document-data";
import { sumDocument } from "../../../core/pricing/document-lines";
import { unitsOf } from "../../../core/pricing/quantity";
import { labelForVatTreatment } from "../../../core/pricing/vat-treatment";
import type { InvoiceTitle } from "../invoice";
import { dayOrDash, labelForEntry, labelForVat } from "../labels";
import type { LineView } from "../views";

interface InvoiceBodyData {
  title: InvoiceTitle | null;
  reference: string | null;
  seller: Party;
  buyer: Party;
  issueDate: string | null;
  supplyDate: string | null;
  dueDate: string | null;
  propertyAddress: string | null;
  note: string;
  lines: readonly LineView[];
  vatFils: number;
  totalFils: number;
  openFils: number;
}

/** Issued invoice with the content of its PDF. */
export function InvoiceBody({ invoice }: { invoice: InvoiceBodyData }) {
  const { title, reference, seller, buyer, lines } = invoice;
  const sums = sumDocument(lines);
  const hasDeposit = sums.depositFils > 0;
  const netFils = sums.chargedFils - sums.chargedVatFils;
  return (
    <article className="flex flex-col gap-4 rounded border border-line bg-paper p-4 text-sm">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base font-semibold">{labelForEntry(title ?? "opening")}</h3>
        <span className="figures">{reference}</span>
      </header>
      <div className="grid gap-3 sm:grid-cols-2">
        <PartyBlock label={m.invoices_from()} party={seller} />
        <PartyBlock label={m.invoices_to()} party={buyer} />
      </div>
      <dl className="figures grid grid-cols-3 gap-2 border-y border-line py-2 text-xs">
        <Day label={m.invoices_issued()} day={invoice.issueDate} />
        <Day label={m.invoices_supplied()} day={invoice.supplyDate} />
        <Day label={m.invoices_due()} day={invoice.dueDate} />
      </dl>
      {invoice.propertyAddress && (
        <p className="text-xs text-muted">
          {m.invoices_property()} <bdi>{invoice.propertyAddress}</bdi>
        </p>
      )}
      <ul className="flex flex-col">
        {lines.map((line, at) => (
          <li key={line.position} className="border-b border-line py-2">
            {line.section && line.section !== lines[at - 1]?.section && (
              <p className="mb-1 text-xs font-medium text-muted">
                <bdi>{line.section}</bdi>
              </p>
            )}
            <div className="flex justify-between gap-3">
              <span className="min-w-0">
                <bdi>{line.description}</bdi>
              </span>
              <span className="figures shrink-0 font-medium">{formatExactMoney(line.grossFils)}</span>
            </div>
            <p className="figures text-xs text-muted">{termsOf(line)}</p>
          </li>
        ))}
      </ul>
      <dl className="figures ms-auto grid w-full max-w-64 grid-cols-2 gap-y-1">
        {sums.discountFils > 0 && <Sum label={m.invoices_subtotal()} fils={sums.subtotalFils} />}
        {sums.discountFils > 0 && <Sum label={m.invoices_discount()} fils={-sums.discountFils} />}
        {seller.trn && lines.length > 0 && <Sum label={m.invoices_net()} fils={netFils} />}
        {seller.trn && lines.length > 0 && (
          <Sum label={labelForVat(invoice.lines)} fils={sums.chargedVatFils} />
        )}
        <MainSum label={m.invoices_total()} fils={hasDeposit ? sums.chargedFils : invoice.totalFils} />
        {hasDeposit && <Sum label={m.invoices_deposit()} fils={-sums.depositFils} />}
        {hasDeposit && <MainSum label={m.invoices_balance()} fils={invoice.totalFils} />}
        {hasDeposit && seller.trn && <Sum label={m.invoices_balance_vat()} fils={invoice.vatFils} />}
        {invoice.openFils !== invoice.totalFils && (
          <Sum label={m.invoices_settled()} fils={invoice.openFils - invoice.totalFils} />
        )}
        {invoice.openFils !== invoice.totalFils && <Sum label={m.invoices_open()} fils={invoice.openFils} />}
      </dl>
      {invoice.note && (
        <p dir="auto" className="whitespace-pre-line">
          {invoice.note}
        </p>
      )}
    </article>
  );
}

function PartyBlock({ label, party }: { label: string; party: Party }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{label}</p>
      <p className="font-medium">
        <bdi>{party.name}</bdi>
      </p>
      {party.address && (
        <p className="text-xs text-muted">
          <bdi>{party.address}</bdi>
        </p>
      )}
      {party.trn && <p className="figures text-xs text-muted">{m.invoices_trn({ trn: party.trn })}</p>}
    </div>
  );
}

function Day({ label, day }: { label: string; day: string | null }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd>{dayOrDash(day)}</dd>
    </div>
  );
}

function MainSum({ label, fils }: { label: string; fils: number }) {
  return (
    <>
      <dt className="border-t border-line pt-1 font-semibold">{label}</dt>
      <dd className="border-t border-line pt-1 text-end font-semibold">{formatExactMoney(fils)}</dd>
    </>
  );
}

function Sum({ label, fils }: { label: string; fils: number }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-end">{formatExactMoney(fils)}</dd>
    </>
  );
}

/** Such as "3 h × AED 150 − AED 50 · VAT 5%: AED 19.05". */
function termsOf(line: LineView): string {
  const quantity = unitsOf(line.quantityHundredths);
  const times = m.invoices_line_times({
    quantity: line.unit ? `${quantity} ${line.unit}` : String(quantity),
    price: formatExactMoney(line.unitFils),
  });
  const discount =
    line.discountFils > 0 ? m.invoices_line_discount({ amount: formatExactMoney(line.discountFils) }) : "";
  const vat =
    line.vatTreatment === "standard"
      ? m.invoices_line_vat({ percent: line.vatPercent, amount: formatExactMoney(line.vatFils) })
      : labelForVatTreatment(line.vatTreatment);
  return [times, discount, vat].filter(Boolean).join(" · ");
}
