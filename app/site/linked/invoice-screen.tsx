import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useActionData } from "react-router";
import {
  documentPath,
  eInvoicePath,
  type InvoiceAddress,
  openedInvoiceQuery,
  requestLink,
} from "~/features/finance/invoices/client";
import { labelForEntry, labelForInvoiceStatus } from "~/features/finance/invoices/labels";
import type { CustomerInvoice } from "~/features/finance/invoices/views";
import { toPayQuery } from "~/features/finance/payments/client";
import { CheckoutOutcome, useCheckout } from "~/features/finance/payments/components/checkout-outcome";
import { isPayableByCard, PayCard } from "~/features/finance/payments/components/pay-card";
import { ReceiptList } from "~/features/finance/payments/components/receipt-list";
import type { ToPay } from "~/features/finance/payments/views";
import { formatQuantity } from "~/features/finance/quotes/labels";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate, leftToRight } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { ActionBar } from "~/ui/action-bar";
import { ButtonAnchor } from "~/ui/button";
import { Card } from "~/ui/card";
import { DocumentRow } from "~/ui/document-row";
import { type PublicBusiness, useBusiness } from "../frame/business";
import type { Route } from "./+types/invoice-page";
import type { action } from "./invoice-data.server";
import { CallButton, ExpiredLink, LinkedPageNotFound, LinkedPageWaiting } from "./linked-page";

/** /invoices/:reference: invoice for holders of the emailed link and its signed-in customer. */
export function InvoiceScreen({ params, loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const posted = useActionData<typeof action>();
  const address = { reference: params.reference };
  const { data, error, refetch } = useQuery(
    { ...openedInvoiceQuery(address), initialData: loaderData.opened ?? undefined },
    queryClient,
  );
  return (
    <div className="page-column py-8 sm:py-12">
      <title>
        {data
          ? m.invoices_page_title({ reference: params.reference, business: bidiIsolate(business.name) })
          : m.invoices_link_page_title({ business: bidiIsolate(business.name) })}
      </title>
      <meta name="robots" content="noindex" />
      {!data?.invoice && <ActionBar {...business} />}
      {data?.invoice ? (
        <Invoice
          invoice={data.invoice}
          initialToPay={loaderData.toPay}
          address={address}
          business={business}
          onPaid={() => refetch()}
        />
      ) : data?.linkExpired ? (
        <ExpiredLink
          formValue="link"
          posted={posted?.message ?? null}
          requestLink={() => requestLink(address.reference)}
        />
      ) : error ? (
        <LinkedPageNotFound
          error={error}
          unknown={{ title: m.invoices_error_not_found(), hint: m.invoices_use_link() }}
          alternative={{ to: "/auth", label: m.site_sign_in() }}
          onRetry={refetch}
          business={business}
        />
      ) : (
        <LinkedPageWaiting>
          <p>{m.invoices_use_link()}</p>
        </LinkedPageWaiting>
      )}
    </div>
  );
}

interface InvoiceProps {
  invoice: CustomerInvoice;
  initialToPay: ToPay | null;
  address: InvoiceAddress;
  business: PublicBusiness;
  onPaid: () => void;
}

/** Phones show document, payment, lines in this order; larger screens show columns. */
function Invoice({ invoice, initialToPay, address, business, onPaid }: InvoiceProps) {
  const { reference, openFils } = invoice;
  const payable = { kind: "invoice", ...address } as const;
  const query = useQuery({ ...toPayQuery(payable), initialData: initialToPay ?? undefined }, queryClient);
  const checkout = useCheckout(() => {
    void query.refetch();
    onPaid();
  });
  const toPay = query.data;
  // Hidden while a payment is being confirmed, to prevent paying twice.
  const offersPayment = toPay !== undefined && checkout?.state !== "open";
  const hasPayBar = offersPayment && isPayableByCard(toPay);
  const pdf = { href: documentPath(address), download: `${reference}.pdf` };
  // The payment just made is shown above.
  const receipts = toPay?.receipts.filter(({ reference }) => reference !== checkout?.receipt?.reference);
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
      <header className="flex min-w-0 flex-col gap-2">
        <p className="text-sm text-muted">
          <span>{m.invoices_page_for({ name: bidiIsolate(invoice.buyerName) })}</span> ·{" "}
          <span className="figures">{formatDay(invoice.issueDate, "fullDate")}</span>
        </p>
        <h1 className="text-3xl">
          <span>{labelForEntry(invoice.title ?? "opening")}</span>{" "}
          <span className="figures whitespace-nowrap">{leftToRight(reference)}</span>
        </h1>
      </header>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {checkout && <CheckoutOutcome checkout={checkout} />}
        {openFils === 0 && checkout?.state !== "paid" && (
          <Card role="status" tone={invoice.settlement === "written-off" ? "sunken" : "calm"}>
            <p className="text-lg font-semibold">
              {invoice.settlement === "paid"
                ? m.invoices_page_settled()
                : labelForInvoiceStatus(invoice.state, invoice.settlement)}
            </p>
          </Card>
        )}
        {offersPayment && (
          <PayCard
            address={payable}
            toPay={toPay}
            due={{ day: invoice.dueDate, overdue: invoice.overdue }}
            contact={business}
          />
        )}
        {!hasPayBar && (
          <ActionBar {...business}>
            {invoice.hasDocument && (
              <ButtonAnchor className="grow px-2!" {...pdf}>
                <Download aria-hidden />
                {m.invoices_page_pdf()}
              </ButtonAnchor>
            )}
          </ActionBar>
        )}
        {/* The bottom bar of phones has a contact menu, and the document if there is nothing to pay. */}
        <div className="grid gap-2 empty:hidden sm:grid-cols-2 lg:grid-cols-1">
          {invoice.hasDocument && (
            <ButtonAnchor tone="quiet" className={hasPayBar ? undefined : "max-md:hidden"} {...pdf}>
              <Download aria-hidden />
              {m.invoices_page_pdf()}
            </ButtonAnchor>
          )}
          {invoice.hasEInvoice && (
            <ButtonAnchor tone="quiet" href={eInvoicePath(address)} download={`${reference}.xml`}>
              <Download aria-hidden />
              {m.e_invoices_page_xml()}
            </ButtonAnchor>
          )}
          <CallButton business={business} className="max-md:hidden" />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <Lines invoice={invoice} />
        <CreditNotes notes={invoice.creditNotes} address={address} />
        {receipts && receipts.length > 0 && (
          <section aria-labelledby="receipts" className="flex flex-col gap-3">
            <h2 id="receipts" className="text-xl">
              {m.payments_my_receipts()}
            </h2>
            <ReceiptList receipts={receipts} />
          </section>
        )}
      </div>
    </div>
  );
}

function Lines({ invoice }: { invoice: CustomerInvoice }) {
  const { totalFils, openFils, vatFils, sums } = invoice;
  const hasDeposit = sums.depositFils > 0;
  return (
    <section aria-label={m.invoices_page_lines()} className="flex flex-col">
      <ul className="border-t border-line">
        {invoice.lines.map((line) => (
          <li key={line.position} className="flex justify-between gap-4 border-b border-line py-3">
            <span className="min-w-0">
              <span className="block">
                <bdi>{line.description}</bdi>
              </span>
              {line.quantityHundredths > 0 && (line.quantityHundredths !== 100 || line.discountFils > 0) && (
                <span className="figures block text-sm text-muted">
                  <span>
                    {m.quotes_line_price({
                      quantity: formatQuantity(line),
                      price: formatMoney(line.unitFils),
                    })}
                  </span>
                  {line.discountFils > 0 && (
                    <span>{` · ${m.invoices_line_discount({ amount: formatMoney(line.discountFils) })}`}</span>
                  )}
                </span>
              )}
            </span>
            <span className="figures shrink-0 font-medium">{formatMoney(line.grossFils)}</span>
          </li>
        ))}
      </ul>
      <dl className="ms-auto flex w-full max-w-sm flex-col gap-2 pt-4">
        {hasDeposit && <Sum label={m.invoices_subtotal()} fils={sums.subtotalFils} />}
        {hasDeposit && sums.discountFils > 0 && (
          <Sum label={m.invoices_discount()} fils={-sums.discountFils} />
        )}
        {hasDeposit && <VatSum invoice={invoice} fils={sums.chargedVatFils} />}
        <MainSum label={m.invoices_total()} fils={hasDeposit ? sums.chargedFils : totalFils} />
        {!hasDeposit && <VatSum invoice={invoice} fils={vatFils} />}
        {hasDeposit && <Sum label={m.invoices_deposit()} fils={-sums.depositFils} />}
        {hasDeposit && <MainSum label={m.invoices_balance()} fils={totalFils} />}
        {totalFils !== openFils && (
          <div className="flex justify-between gap-4">
            <dt>{labelForSettledPart(invoice)}</dt>
            <dd className="figures">{formatMoney(openFils - totalFils)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function labelForSettledPart({ creditNotes, settlement }: CustomerInvoice): string {
  if (settlement === "written-off") return m.invoices_settled();
  return creditNotes.length > 0 ? m.invoices_page_paid_or_credited() : m.invoices_page_paid();
}

function Sum({ label, fils }: { label: string; fils: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="figures">{formatMoney(fils)}</dd>
    </div>
  );
}

function MainSum({ label, fils }: { label: string; fils: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 font-semibold">
      <dt>{label}</dt>
      <dd className="figures text-xl">{formatMoney(fils)}</dd>
    </div>
  );
}

function VatSum({ invoice: { vatPercents }, fils }: { invoice: CustomerInvoice; fils: number }) {
  if (fils === 0) return null;
  return (
    <div className="flex justify-between gap-4 text-sm text-muted">
      <dt>
        {vatPercents.length === 1
          ? m.invoices_page_vat({ percent: vatPercents[0]! })
          : m.invoices_page_vat_of_several()}
      </dt>
      <dd className="figures">{formatMoney(fils)}</dd>
    </div>
  );
}

/** Credit notes of the invoice, if any. */
function CreditNotes({ notes, address }: { notes: CustomerInvoice["creditNotes"]; address: InvoiceAddress }) {
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="credit-notes" className="flex flex-col gap-3">
      <h2 id="credit-notes" className="text-xl">
        {m.invoices_page_credit_notes()}
      </h2>
      <ul className="flex flex-col gap-2">
        {notes.map(({ id, reference, totalFils, issueDate, hasDocument, hasEInvoice }) => (
          <li key={id} className="flex flex-col gap-1">
            <DocumentRow
              reference={reference}
              about={`${m.invoices_title_credit_note()} · ${formatDay(issueDate, "fullDate")}`}
              fils={-totalFils}
              path={hasDocument ? documentPath(address, id) : null}
            />
            {hasEInvoice && (
              <a
                href={eInvoicePath(address, id)}
                download={`${reference}.xml`}
                className="self-end text-sm text-link hover:underline"
              >
                {m.e_invoices_page_note_xml({ reference })}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
