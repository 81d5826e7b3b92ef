import { useQuery } from "@tanstack/react-query";
import Link2Off from "lucide-react/icons/link-2-off";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import SearchX from "lucide-react/icons/search-x";
import { useEffect, useRef, useState } from "react";
import { useActionData, useSearchParams } from "react-router";
import { pageCtx } from "~/context.server";
import { CardPayment } from "~/features/payments/components/card-payment";
import {
  askForLink,
  openedQuoteQuery,
  photoPath,
  type QuoteAddress,
  tellViewed,
} from "~/features/quotes/client";
import { AnswerQuote, APPROVAL_FORM } from "~/features/quotes/components/answer-quote";
import { QuoteBody, totalsOfShown } from "~/features/quotes/components/quote-body";
import { type PostedAnswer, positionOfOption } from "~/features/quotes/posted-answer";
import { findOpenedQuote } from "~/features/quotes/queries.server";
import { postQuoteAnswer } from "~/features/quotes/submissions.server";
import type { OpenedQuote, QuoteView } from "~/features/quotes/views";
import { m } from "~/paraglide/messages";
import { callHref, whatsappHref } from "~/platform/contact-links";
import { HttpError } from "~/platform/http-client";
import { isolated } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { queryClient } from "~/platform/query-client";
import { formatTime } from "~/platform/time";
import { Button, ButtonAnchor, ButtonLink, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Skeleton } from "~/ui/skeleton";
import type { Route } from "./+types/quote-page";
import { type PublicBusiness, useBusiness } from "./business";

const REFERENCE = /^QT-\d{4}-\d{6}$/;

/** With the key of the mailed link the page comes with its quote, so that it can be read and answered without our code too. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const { reference } = params;
  return { opened: REFERENCE.test(reference) ? await findOpenedQuote(ctx, ctx, { reference, key }) : null };
}

/** Kept by nobody: the link is a key, and the browser may be shared. */
export function headers() {
  return { "Cache-Control": "no-store" };
}

/** From another page of ours, and for whoever is signed in, it is asked for by the query below. */
export async function clientLoader(): Promise<{ opened: OpenedQuote | null }> {
  return { opened: null };
}

export function action({ context, params, request }: Route.ActionArgs) {
  const ctx = context.get(pageCtx)!;
  const key = new URL(request.url).searchParams.get("key") ?? "";
  return postQuoteAnswer(ctx, ctx, { reference: params.reference, key }, request);
}

export function shouldRevalidate() {
  return false;
}

/** /quotes/:reference: a quote, for whoever holds its mailed link or is signed in as its customer. */
export default function QuotePage({ params, loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const [search] = useSearchParams();
  const address = { reference: params.reference, key: search.get("key") ?? "" };
  const query = openedQuoteQuery(address);
  const { data, error, refetch } = useQuery(
    { ...query, initialData: loaderData.opened ?? undefined },
    queryClient,
  );
  return (
    <div className="page-column py-8 sm:py-12">
      <title>{m.quote_page_title({ reference: params.reference, business: business.name })}</title>
      <meta name="robots" content="noindex" />
      {data?.quote ? (
        <Quote
          key={data.quote.revision}
          quote={data.quote}
          address={address}
          business={business}
          onAnswered={(opened) => queryClient.setQueryData(query.queryKey, opened)}
          onRefused={() => refetch()}
        />
      ) : data?.ended ? (
        <Ended address={address} />
      ) : error ? (
        <NotFound error={error} business={business} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

interface QuoteProps {
  quote: QuoteView;
  address: QuoteAddress;
  business: PublicBusiness;
  onAnswered: (opened: OpenedQuote) => void;
  onRefused: () => void;
}

function Quote({ quote, address, business, onAnswered, onRefused }: QuoteProps) {
  const posted = useActionData<PostedAnswer>() ?? null;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(tickedAtFirst(quote, posted)));
  const totals = totalsOfShown(quote, ticked);
  useTellViewed(quote, address);
  // What was ticked before this code was there counts, too.
  useEffect(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${APPROVAL_FORM}"]:checked`);
    const positions = [...boxes].map(({ name }) => Number(name.replace("option-", "")));
    if (positions.length > 0) setTicked((known) => new Set([...known, ...positions]));
  }, []);

  function tick(position: number, on: boolean) {
    const next = new Set(ticked);
    if (on) next.add(position);
    else next.delete(position);
    setTicked(next);
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <div className="flex min-w-0 flex-col gap-8">
        <header className="flex flex-col gap-2">
          <p className="text-sm text-muted">
            {m.quote_for({ name: isolated(quote.customerName) })} ·{" "}
            <span className="figures">{quote.reference}</span>
            {quote.revision > 1 && <> · {m.quote_version({ number: quote.revision })}</>}
          </p>
          <h1 dir="auto" className="text-3xl break-words">
            {quote.title}
          </h1>
          {quote.address && (
            <p className="text-muted">
              <bdi>{quote.address}</bdi>
            </p>
          )}
          {quote.canAnswer && (
            <a href={`#${APPROVAL_FORM}`} className={buttonClass({}, "mt-2 self-start lg:hidden")}>
              {m.quote_approve_now()} · {formatMoney(totals.totalFils)}
            </a>
          )}
        </header>
        <Standing quote={quote} />
        {(quote.state === "approved" || quote.state === "converted") && (
          <CardPayment address={{ kind: "quote", ...address }} otherWays onPaid={onRefused} />
        )}
        <QuoteBody
          quote={quote}
          ticked={quote.canAnswer ? ticked : new Set(quote.answer?.chosen)}
          onTick={quote.canAnswer ? tick : undefined}
          formId={APPROVAL_FORM}
          hrefOfPhoto={(id) => photoPath(address, id)}
        />
      </div>
      <div className="flex flex-col gap-4 lg:sticky lg:top-24">
        {quote.canAnswer && (
          <AnswerQuote
            {...{ address, quote, ticked, posted, onAnswered, onRefused }}
            totalFils={totals.totalFils}
          />
        )}
        <div className="grid grid-cols-2 gap-2">
          <ButtonAnchor
            tone="quiet"
            href={whatsappHref(business.whatsapp, m.quote_whatsapp({ reference: quote.reference }))}
          >
            <MessageCircle aria-hidden />
            {m.site_whatsapp()}
          </ButtonAnchor>
          <ButtonAnchor tone="quiet" href={callHref(business.phone)}>
            <Phone aria-hidden />
            {m.site_call()}
          </ButtonAnchor>
        </div>
      </div>
    </div>
  );
}

/** What was ticked in a form that was posted and not taken, or when it was approved. */
function tickedAtFirst(quote: QuoteView, posted: PostedAnswer | null): number[] {
  const again = Object.keys(posted?.values ?? {}).flatMap((field) => positionOfOption(field) ?? []);
  const options = quote.lines.filter(({ optional }) => optional).map(({ position }) => position);
  return again.filter((position) => options.includes(position));
}

/** The office learns that its customer has opened the quote: from the page that somebody looks at, not from a mail's scanner. */
function useTellViewed({ state }: QuoteView, address: QuoteAddress) {
  const told = useRef(false);
  useEffect(() => {
    if (state !== "sent" || told.current) return;
    told.current = true;
    // Whoever cannot tell it reads all the same; the answer says it, too.
    tellViewed(address).catch(() => {});
  }, [state, address]);
}

/** How it stands, where there is nothing more to answer. */
function Standing({ quote }: { quote: QuoteView }) {
  const words = standingOf(quote);
  if (!words) return null;
  const agreed = quote.state === "approved" || quote.state === "converted";
  return (
    <Card
      role="status"
      className={agreed ? "flex flex-col gap-1 border-transparent bg-calm-soft text-calm-text" : "bg-sunken"}
    >
      <p className="font-semibold">{words}</p>
      {agreed && <p>{quote.state === "converted" ? m.quote_converted_now() : m.quote_approved_next()}</p>}
      {agreed && quote.depositFils > 0 && (
        <p>{m.quote_approved_deposit({ deposit: formatMoney(quote.depositFils) })}</p>
      )}
    </Card>
  );
}

function standingOf({ state, answer }: QuoteView): string | null {
  const when = answer ? formatTime(answer.at, "fullDateTime") : "";
  switch (state) {
    case "approved":
    case "converted":
      return m.quote_answered_approved({ name: isolated(answer?.name ?? ""), when });
    case "changes_requested":
      return m.quote_answered_changes({ when });
    case "declined":
      return m.quote_answered_declined({ when });
    case "expired":
      return m.quote_expired_now();
    case "withdrawn":
      return m.quote_withdrawn_now();
    case "cancelled":
      return m.quote_cancelled_now();
    default:
      return null;
  }
}

function Ended({ address }: { address: QuoteAddress }) {
  const posted = useActionData<PostedAnswer>() ?? null;
  const [told, setTold] = useState<string | null>(posted?.message ?? null);
  const [pending, setPending] = useState(false);

  async function ask() {
    setPending(true);
    try {
      await askForLink(address.reference);
      setTold(m.quote_link_sent());
    } catch (error) {
      setTold(error instanceof HttpError ? error.message : m.common_unexpected_answer());
    } finally {
      setPending(false);
    }
  }

  return (
    <EmptyState heading="h1" icon={<Link2Off aria-hidden />} title={m.quote_link_ended()}>
      <p>{m.quote_link_ended_hint()}</p>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
        className="flex flex-col items-center gap-3"
      >
        <input type="hidden" name="answer" value="link" />
        <Button type="submit" disabled={pending}>
          {m.quote_link_mail()}
        </Button>
        <p role="status">{told}</p>
      </form>
    </EmptyState>
  );
}

function NotFound({ error, business }: { error: Error; business: PublicBusiness }) {
  const unknown = error instanceof HttpError && error.status === 404;
  return (
    <EmptyState
      heading="h1"
      icon={<SearchX aria-hidden />}
      title={unknown ? m.quote_error_not_found() : m.common_app_error_title()}
    >
      <p>{unknown ? m.quote_use_link() : error.message}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/auth">{m.site_sign_in()}</ButtonLink>
        <ButtonAnchor tone="quiet" href={callHref(business.phone)}>
          <Phone aria-hidden />
          {m.site_call()}
        </ButtonAnchor>
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
        <p>{m.quote_use_link()}</p>
      </noscript>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-12 w-72" />
        <Skeleton className="h-28" />
        <Skeleton className="h-48" />
      </div>
      <Skeleton className="h-80" />
    </div>
  );
}
