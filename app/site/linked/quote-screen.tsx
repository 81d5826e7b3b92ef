import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import MessageCircle from "lucide-react/icons/message-circle";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useActionData } from "react-router";
import { toPayQuery } from "~/features/finance/payments/client";
import { CheckoutOutcome, useCheckout } from "~/features/finance/payments/components/checkout-outcome";
import { InvoiceList } from "~/features/finance/payments/components/invoice-list";
import { isPayableByCard, PayCard } from "~/features/finance/payments/components/pay-card";
import { ReceiptList } from "~/features/finance/payments/components/receipt-list";
import type { ToPay } from "~/features/finance/payments/views";
import {
  documentPath,
  openedQuoteQuery,
  photoPath,
  type QuoteAddress,
  reportViewed,
  requestLink,
} from "~/features/finance/quotes/client";
import { AnswerQuote, APPROVAL_FORM } from "~/features/finance/quotes/components/answer-quote";
import { bodyTotals, type DepositStatus, QuoteBody } from "~/features/finance/quotes/components/quote-body";
import { optionPosition, type PostedAnswer } from "~/features/finance/quotes/posted-answer";
import type { OpenedQuote, QuoteView } from "~/features/finance/quotes/views";
import { m } from "~/paraglide/messages";
import { FIRST_INTERACTION } from "~/platform/browser/deferred-scripts";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { whatsappHref } from "~/platform/text/contact-links";
import { formatTime } from "~/platform/time";
import { ActionBar } from "~/ui/action-bar";
import { ButtonAnchor, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { type PublicBusiness, useBusiness } from "../frame/business";
import type { Route } from "./+types/quote-page";
import { CallButton, ExpiredLink, LinkedPageNotFound, LinkedPageWaiting } from "./linked-page";

/** /quotes/:reference: quote for holders of the emailed link and its signed-in customer. */
export function QuoteScreen({ params, loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const address = { reference: params.reference };
  const posted = useActionData<PostedAnswer>() ?? null;
  const query = openedQuoteQuery(address);
  const { data, error, refetch } = useQuery(
    { ...query, initialData: loaderData.opened ?? undefined },
    queryClient,
  );
  return (
    <div className="page-column py-8 sm:py-12">
      <title>
        {data
          ? m.quotes_page_title({ reference: params.reference, business: bidiIsolate(business.name) })
          : m.quotes_link_page_title({ business: bidiIsolate(business.name) })}
      </title>
      <meta name="robots" content="noindex" />
      {!data?.quote && <ActionBar {...business} />}
      {data?.quote ? (
        <Quote
          key={data.quote.revision}
          quote={data.quote}
          posted={posted}
          initialToPay={loaderData.toPay}
          address={address}
          business={business}
          onAnswered={(opened) => queryClient.setQueryData(query.queryKey, opened)}
          onRefused={() => refetch()}
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
          unknown={{ title: m.quotes_error_not_found(), hint: m.quotes_use_link() }}
          alternative={{ to: "/auth", label: m.site_sign_in() }}
          onRetry={refetch}
          business={business}
        />
      ) : (
        <LinkedPageWaiting>
          <p>{m.quotes_use_link()}</p>
        </LinkedPageWaiting>
      )}
    </div>
  );
}

interface QuoteProps {
  quote: QuoteView;
  /** Values posted without JavaScript and refused. */
  posted: PostedAnswer | null;
  initialToPay: ToPay | null;
  address: QuoteAddress;
  business: PublicBusiness;
  onAnswered: (opened: OpenedQuote) => void;
  onRefused: () => void;
}

function Quote({ quote, posted, initialToPay, address, business, onAnswered, onRefused }: QuoteProps) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(initiallyTicked(quote, posted)));
  const totals = bodyTotals(quote, ticked);
  const agreed = quote.state === "approved" || quote.state === "converted";
  // A cancelled quote still shows its payments and refunds.
  const hasPayments = agreed || quote.state === "cancelled";
  const payable = { kind: "quote", ...address } as const;
  const payment = useQuery(
    { ...toPayQuery(payable), initialData: initialToPay ?? undefined, enabled: hasPayments },
    queryClient,
  );
  const checkout = useCheckout(() => payment.refetch());
  const toPay = hasPayments ? payment.data : undefined;
  // Hidden while a payment is being confirmed, to prevent paying twice.
  const offersPayment = toPay !== undefined && checkout?.state !== "open";
  const hasPayBar = offersPayment && isPayableByCard(toPay);
  const contact = { ...business, message: m.quotes_whatsapp({ reference: quote.reference }) };
  const statusRef = useFocusAfterAnswer(quote);
  useReportViewed(quote, address);
  // Includes options ticked before this code had loaded.
  useEffect(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${APPROVAL_FORM}"]:checked`);
    const positions = [...boxes].map(({ name }) => Number(name.replace("option-", "")));
    if (positions.length > 0) setTicked((current) => new Set([...current, ...positions]));
  }, []);

  function tick(position: number, on: boolean) {
    const next = new Set(ticked);
    if (on) next.add(position);
    else next.delete(position);
    setTicked(next);
  }

  const pdf = { href: documentPath(address), download: `${quote.reference}.pdf` };
  const body = (
    <div className="min-w-0 lg:col-start-1">
      <QuoteBody
        quote={quote}
        ticked={quote.canAnswer ? ticked : new Set(quote.answer?.chosenPositions)}
        onTick={quote.canAnswer ? tick : undefined}
        formId={APPROVAL_FORM}
        hrefOfPhoto={(id) => photoPath(address, id)}
        deposit={depositStatusOf(quote, toPay)}
      />
    </div>
  );
  const aside = (
    <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {checkout && <CheckoutOutcome checkout={checkout} />}
      {offersPayment && <PayCard address={payable} toPay={toPay} contact={contact} />}
      {toPay && toPay.invoices.length > 0 && (
        <section aria-labelledby="documents" className="flex flex-col gap-3">
          <h2 id="documents" className="text-xl">
            {m.payments_documents()}
          </h2>
          <InvoiceList invoices={toPay.invoices} />
          {/* The payment just made is shown above. */}
          <ReceiptList
            receipts={toPay.receipts.filter(({ reference }) => reference !== checkout?.receipt?.reference)}
          />
        </section>
      )}
      {quote.canAnswer && (
        <AnswerQuote
          {...{ address, quote, ticked, posted, onAnswered, onRefused }}
          totalFils={totals.totalFils}
        />
      )}
      {/* The bottom bar of phones has a contact menu, and the document if nothing else is to be done. */}
      <div className="grid grid-cols-2 gap-2">
        <ButtonAnchor
          tone="quiet"
          className={classNames("col-span-2", !quote.canAnswer && !hasPayBar && "max-md:hidden")}
          {...pdf}
        >
          <Download aria-hidden />
          {m.quotes_pdf_download()}
        </ButtonAnchor>
        <ButtonAnchor
          tone="quiet"
          className="max-md:hidden"
          href={whatsappHref(contact.whatsapp, contact.message)}
        >
          <MessageCircle aria-hidden />
          {m.site_whatsapp()}
        </ButtonAnchor>
        <CallButton business={business} className="max-md:hidden" />
      </div>
    </div>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
      <div className="flex min-w-0 flex-col gap-6">
        <header className="flex flex-col gap-2">
          <p className="text-sm text-muted">
            <span>{`${m.quotes_for({ name: bidiIsolate(quote.customerName) })} · `}</span>
            <span className="figures whitespace-nowrap">{quote.reference}</span>
            {quote.revision > 1 && <span>{` · ${m.quotes_version({ number: quote.revision })}`}</span>}
          </p>
          <h1 className="text-3xl">
            <bdi>{quote.title}</bdi>
          </h1>
          {quote.address && (
            <p className="text-muted">
              <bdi>{quote.address}</bdi>
            </p>
          )}
          {quote.canAnswer && (
            <a
              href={`#${APPROVAL_FORM}`}
              data-no-print=""
              className={buttonClass({}, "mt-2 self-start max-md:hidden lg:hidden")}
            >
              {m.quotes_approve_now()} · <span>{formatMoney(totals.totalFils)}</span>
            </a>
          )}
        </header>
        <QuoteStatus quote={quote} focusRef={statusRef} />
      </div>
      {!hasPayBar && (
        <ActionBar {...contact}>
          {quote.canAnswer ? (
            <a href={`#${APPROVAL_FORM}`} className={buttonClass({}, "figures grow px-2!")}>
              {m.quotes_approve({ total: formatMoney(totals.totalFils) })}
            </a>
          ) : (
            <ButtonAnchor className="grow px-2!" {...pdf}>
              <Download aria-hidden />
              {m.quotes_pdf_download()}
            </ButtonAnchor>
          )}
        </ActionBar>
      )}
      {/* Phones show the quote before the answer; after approval the payment comes first. */}
      {hasPayments ? (
        <>
          {aside}
          {body}
        </>
      ) : (
        <>
          {body}
          {aside}
        </>
      )}
    </div>
  );
}

function depositStatusOf(quote: QuoteView, toPay: ToPay | undefined): DepositStatus {
  if (quote.canAnswer) return "offered";
  if (!toPay || quote.state === "cancelled") return "none";
  if (toPay.fils > 0) return "due";
  const has = (kind: ToPay["invoices"][number]["kind"]) =>
    toPay.invoices.some((invoice) => invoice.kind === kind);
  if (!has("deposit")) return "none";
  return has("invoice") ? "settled" : "paid";
}

/** Moves the focus to the status after answering. */
function useFocusAfterAnswer({ canAnswer }: QuoteView) {
  const statusRef = useRef<HTMLDivElement>(null);
  const couldAnswer = useRef(canAnswer);
  useEffect(() => {
    if (couldAnswer.current && !canAnswer) statusRef.current?.focus();
    couldAnswer.current = canAnswer;
  }, [canAnswer]);
  return statusRef;
}

/** Options ticked in a refused post, or at approval. */
function initiallyTicked(quote: QuoteView, posted: PostedAnswer | null): number[] {
  const postedPositions = Object.keys(posted?.values ?? {}).flatMap((field) => optionPosition(field) ?? []);
  const options = quote.lines.filter(({ optional }) => optional).map(({ position }) => position);
  return postedPositions.filter((position) => options.includes(position));
}

/** Reports the quote as viewed at the first interaction, because mail scanners open links and may run scripts. */
function useReportViewed({ state }: QuoteView, { reference }: QuoteAddress) {
  useEffect(() => {
    if (state !== "sent") return;
    // A failure does not matter: the answer marks the quote as viewed, too.
    const report = () => void reportViewed({ reference }).catch(() => {});
    if (window.hadInteraction) return report();
    window.addEventListener(FIRST_INTERACTION, report, { once: true });
    return () => window.removeEventListener(FIRST_INTERACTION, report);
  }, [state, reference]);
}

/** Status of a quote that can no longer be answered. */
function QuoteStatus({ quote, focusRef }: { quote: QuoteView; focusRef: RefObject<HTMLDivElement | null> }) {
  const words = quoteStatusText(quote);
  if (!words) return null;
  const agreed = quote.state === "approved" || quote.state === "converted";
  return (
    <Card
      ref={focusRef}
      tabIndex={-1}
      role="status"
      tone={agreed ? "calm" : "sunken"}
      className="flex scroll-mt-24 flex-col gap-1"
    >
      <p className="font-semibold">{words}</p>
      {agreed && <p>{nextStepText(quote)}</p>}
    </Card>
  );
}

function nextStepText({ renewal, convertedBooking }: QuoteView): string {
  if (renewal) return m.quotes_approved_renewal();
  if (!convertedBooking) return m.quotes_approved_next();
  const { reference, startsAt, isUnplanned } = convertedBooking;
  if (isUnplanned) return m.quotes_converted_now({ reference });
  return startsAt
    ? m.quotes_converted_planned({ reference, when: formatTime(startsAt, "dateTime") })
    : m.quotes_converted_booking({ reference });
}

function quoteStatusText({ state, answer }: QuoteView): string | null {
  const when = answer ? formatTime(answer.at, "fullDateTime") : "";
  switch (state) {
    case "approved":
    case "converted":
      return m.quotes_answered_approved({ name: bidiIsolate(answer?.name ?? ""), when });
    case "changes_requested":
      return m.quotes_answered_changes({ when });
    case "declined":
      return m.quotes_answered_declined({ when });
    case "expired":
      return m.quotes_expired_now();
    case "withdrawn":
      return m.quotes_withdrawn_now();
    case "cancelled":
      return m.quotes_cancelled_now();
    default:
      return null;
  }
}
