import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import type { Party } from "../../../core/documents/document-data";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { sumDocument } from "../../../core/pricing/document-lines";
import { labelForVatTreatment } from "../../../core/pricing/vat-treatment";
import { formatQuantity } from "../../quotes/labels";
import type { InvoiceTitle } from "../invoice";
import { dayOrDash, labelForEntry, labelForVat } from "../labels";
import type { LineView } from "../views";
import { InvoiceTotals, Sum } from "./invoice-totals";

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
  const isSettled = invoice.openFils !== invoice.totalFils;
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
          {m.invoices_property()} <bdi>{placeInReaderLanguage(invoice.propertyAddress)}</bdi>
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
            <LineTerms line={line} />
          </li>
        ))}
      </ul>
      <InvoiceTotals
        sums={sumDocument(lines)}
        vatLabel={seller.trn && lines.length > 0 ? labelForVat(lines) : null}
        vatFils={invoice.vatFils}
        totalFils={invoice.totalFils}
      >
        {isSettled && <Sum label={m.invoices_settled()} fils={invoice.openFils - invoice.totalFils} />}
        {isSettled && <Sum label={m.invoices_open()} fils={invoice.openFils} />}
      </InvoiceTotals>
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
          <bdi>{placeInReaderLanguage(party.address)}</bdi>
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

/** Such as "3 h × AED 150 · less AED 50 · VAT 5%: AED 19.05". */
function LineTerms({ line }: { line: LineView }) {
  return (
    <p className="figures text-xs text-muted">
      <span>
        {m.invoices_line_times({
          quantity: formatQuantity(line),
          price: formatExactMoney(line.unitFils),
        })}
      </span>
      {line.discountFils > 0 && (
        <span>{` · ${m.invoices_line_discount({ amount: formatExactMoney(line.discountFils) })}`}</span>
      )}
      <span>
        {` · ${
          line.vatTreatment === "standard"
            ? m.invoices_line_vat({ percent: line.vatPercent, amount: formatExactMoney(line.vatFils) })
            : labelForVatTreatment(line.vatTreatment)
        }`}
      </span>
    </p>
  );
}
