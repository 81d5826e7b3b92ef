import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Link2Off from "lucide-react/icons/link-2-off";
import Phone from "lucide-react/icons/phone";
import SearchX from "lucide-react/icons/search-x";
import { useSearchParams } from "react-router";
import { pageCtx } from "~/context.server";
import { documentPath, type InvoiceAddress, openedInvoiceQuery } from "~/features/invoices/client";
import { findOpenedInvoice } from "~/features/invoices/queries.server";
import type { OpenedInvoice, OwnInvoice } from "~/features/invoices/views";
import { wordForEntry } from "~/features/invoices/words";
import { CardPayment } from "~/features/payments/components/card-payment";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/contact-links";
import { HttpError } from "~/platform/http-client";
import { isolated, leftToRight } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { queryClient } from "~/platform/query-client";
import { formatDay } from "~/platform/time";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Skeleton } from "~/ui/skeleton";
import type { Route } from "./+types/invoice-page";
import { type PublicBusiness, useBusiness } from "./business";

/** With the key of the mailed link the page comes with its invoice, so that it can be read without our code too. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const key = new URL(request.url).searchParams.get("key") ?? "";
  return { opened: key ? await findOpenedInvoice(ctx, ctx, { reference: params.reference, key }) : null };
}

/** From another page of ours, and for whoever is signed in, it is asked for by the query below. */
export async function clientLoader(): Promise<{ opened: OpenedInvoice | null }> {
  return { opened: null };
}

export function shouldRevalidate() {
  return false;
}

/** /invoices/:reference: an invoice, for whoever holds its mailed link or is signed in as its customer. */
export default function InvoicePage({ params, loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const [search] = useSearchParams();
  const address = { reference: params.reference, key: search.get("key") ?? "" };
  const { data, error, refetch } = useQuery(
    { ...openedInvoiceQuery(address), initialData: loaderData.opened ?? undefined },
    queryClient,
  );
  return (
    <div className="page-column py-8 sm:py-12">
      <title>{m.invoices_page_title({ reference: params.reference, business: business.name })}</title>
      <meta name="robots" content="noindex" />
      {data?.invoice ? (
        <Invoice invoice={data.invoice} address={address} business={business} onPaid={() => refetch()} />
      ) : data?.ended ? (
        <EmptyState heading="h1" icon={<Link2Off aria-hidden />} title={m.invoices_link_ended()}>
          <p>{m.invoices_link_ended_hint()}</p>
          <Ways business={business} />
        </EmptyState>
      ) : error ? (
        <NotFound error={error} business={business} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

interface InvoiceProps {
  invoice: OwnInvoice;
  address: InvoiceAddress;
  business: PublicBusiness;
  onPaid: () => void;
}

function Invoice({ invoice, address, business, onPaid }: InvoiceProps) {
  const { reference, openFils, totalFils, overdue } = invoice;
  const due = formatDay(invoice.dueDate, "fullDate");
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <div className="flex min-w-0 flex-col gap-6">
        <header className="flex flex-col gap-2">
          <p className="text-sm text-muted">
            {m.invoices_page_for({ name: isolated(invoice.buyerName) })} ·{" "}
            <span className="figures">{formatDay(invoice.issueDate, "fullDate")}</span>
          </p>
          <h1 className="text-3xl">
            {wordForEntry(invoice.title ?? "opening")}{" "}
            <span className="figures">{leftToRight(reference)}</span>
          </h1>
        </header>
        {openFils === 0 ? (
          <Card role="status" className="border-transparent bg-calm-soft text-calm-text">
            <p className="font-semibold">{m.invoices_page_settled()}</p>
          </Card>
        ) : (
          <Card className="flex flex-col gap-1">
            <p className="text-sm text-muted">{m.invoices_page_to_pay()}</p>
            <p className="figures text-3xl font-semibold">{formatMoney(openFils)}</p>
            <p className={overdue ? "font-medium text-brass-text" : "text-muted"}>
              {overdue ? m.invoices_page_was_due({ day: due }) : m.invoices_page_due({ day: due })}
            </p>
          </Card>
        )}
        <ul className="flex flex-col">
          {invoice.lines.map(({ position, description, grossFils }) => (
            <li key={position} className="flex justify-between gap-4 border-b border-line py-3">
              <span dir="auto" className="min-w-0 break-words">
                {description}
              </span>
              <span className="figures shrink-0">{formatMoney(grossFils)}</span>
            </li>
          ))}
          <li className="flex justify-between gap-4 py-3 font-semibold">
            <span>{m.invoices_total()}</span>
            <span className="figures">{formatMoney(totalFils)}</span>
          </li>
          {totalFils !== openFils && (
            <li className="flex justify-between gap-4 py-1 text-muted">
              <span>{m.invoices_settled()}</span>
              <span className="figures">{formatMoney(openFils - totalFils)}</span>
            </li>
          )}
          {invoice.creditNotes.map((note) => (
            <li key={note.reference} className="figures py-1 text-sm text-muted">
              {m.invoices_page_credit_note({
                reference: note.reference,
                amount: formatMoney(note.totalFils),
                day: formatDay(note.issueDate, "fullDate"),
              })}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-col gap-4 lg:sticky lg:top-24">
        <CardPayment address={{ kind: "invoice", ...address }} onPaid={onPaid} />
        {openFils > 0 && <HowToPay invoice={invoice} />}
        {invoice.hasDocument && (
          <ButtonAnchor tone="quiet" href={documentPath(address)} download={`${reference}.pdf`}>
            <Download aria-hidden />
            {m.invoices_page_pdf()}
          </ButtonAnchor>
        )}
        <Ways business={business} />
      </div>
    </div>
  );
}

/** By transfer, in cash or by cheque. */
function HowToPay({ invoice: { reference, bank } }: { invoice: OwnInvoice }) {
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-xl">{m.invoices_page_how()}</h2>
      {bank && (
        <dl className="flex flex-col gap-2 text-sm">
          {[
            [m.settings_money_bank(), bank.name],
            [m.settings_money_account_name(), bank.accountName],
            [m.settings_money_iban(), bank.iban.replace(/(.{4})(?=.)/g, "$1 ")],
            [m.invoices_page_reference(), reference],
          ].map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt className="text-muted">{label}</dt>
                  <dd className="figures font-medium break-words">
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ),
          )}
        </dl>
      )}
      <p className="text-sm text-muted">{m.invoices_other_ways()}</p>
    </Card>
  );
}

function Ways({ business }: { business: PublicBusiness }) {
  return (
    <ButtonAnchor tone="quiet" href={callHref(business.phone)}>
      <Phone aria-hidden />
      {m.site_call()}
    </ButtonAnchor>
  );
}

function NotFound({ error, business }: { error: Error; business: PublicBusiness }) {
  const unknown = error instanceof HttpError && error.status === 404;
  return (
    <EmptyState
      heading="h1"
      icon={<SearchX aria-hidden />}
      title={unknown ? m.invoices_error_not_found() : m.common_app_error_title()}
    >
      <p>{unknown ? m.invoices_use_link() : error.message}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/auth">{m.site_sign_in()}</ButtonLink>
        <Ways business={business} />
      </div>
    </EmptyState>
  );
}

function Loading() {
  return (
    <div
      role="status"
      aria-label={m.common_loading()}
      className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12"
    >
      <noscript>
        <p>{m.invoices_use_link()}</p>
      </noscript>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-12 w-72" />
        <Skeleton className="h-28" />
        <Skeleton className="h-48" />
      </div>
      <Skeleton className="h-60" />
    </div>
  );
}
