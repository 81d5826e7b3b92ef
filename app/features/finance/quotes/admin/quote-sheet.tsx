import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { HttpError } from "~/platform/browser/http-client";
import { joinFacts } from "~/platform/locale/join-facts";
import { formatList } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { formatDay, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/screen/empty-state";
import { Skeleton } from "~/ui/screen/skeleton";
import { chargedVatPercent, labelForNoVat } from "../../../core/pricing/vat-treatment";
import { quoteQuery } from "../admin-client";
import { QuoteBadge } from "../components/quote-badge";
import { QuoteBody } from "../components/quote-body";
import type { QuoteAnswerView, QuoteDetail, QuoteVersion } from "../views";
import { QuoteActions } from "./quote-actions";
import { QuoteEditor } from "./quote-editor";
import { useQuotePageSlots } from "./quote-page-slots";
import { QuotePreview } from "./quote-preview";
import { LinkDialog } from "./send-quote";

interface QuoteSheetProps {
  id: string;
  listPath: string;
}

/** Page of one quote: the draft or the sent version, actions and version history. */
export function QuoteSheet({ id, listPath }: QuoteSheetProps) {
  const { data: quote, error, refetch } = useQuery(quoteQuery(id));
  return (
    <div className="relative flex flex-col gap-5 px-4 pt-4 lg:h-full lg:overflow-y-auto lg:px-6">
      <Link
        to={listPath}
        className="inline-flex min-h-8 items-center gap-1.5 self-start text-sm text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {m.quotes_office_title()}
      </Link>
      {quote ? (
        <QuoteDetails key={quote.id} quote={quote} />
      ) : error ? (
        <EmptyState
          heading="h1"
          title={
            error instanceof HttpError && error.status === 404 ? m.quotes_error_not_found() : error.message
          }
        >
          <Button onClick={() => refetch()}>{m.common_try_again()}</Button>
        </EmptyState>
      ) : (
        <div role="status" className="flex flex-col gap-4">
          <span className="sr-only">{m.common_loading()}</span>
          <Skeleton className="h-10 w-80 max-w-full" />
          <Skeleton className="h-64" />
        </div>
      )}
    </div>
  );
}

function QuoteDetails({ quote }: { quote: QuoteDetail }) {
  const mayManage = useMay("quotes.manage");
  const { RelatedInvoices, Messages } = useQuotePageSlots();
  const [url, setUrl] = useState<string | null>(null);
  const draft = quote.versions.find(({ sentAt }) => sentAt === null);
  const current = quote.versions.find(({ number, sentAt }) => number === quote.revision && sentAt !== null);
  const isBuilding = draft !== undefined && quote.canSend && mayManage;
  const related = (
    <>
      {quote.versions.some(({ sentAt }) => sentAt !== null) && <Versions quote={quote} />}
      <RelatedInvoices quote={quote} />
      {quote.sentAt !== null && (
        <div className="max-w-3xl">
          <Messages quote={quote} />
        </div>
      )}
    </>
  );
  const footerOf = (sending?: ReactNode) => (
    <div
      data-no-print=""
      className="sticky bottom-(--bottom-bar,0px) z-10 -mx-4 mt-auto border-t border-line bg-surface px-4 py-2.5 lg:bottom-0 lg:-mx-6 lg:px-6"
    >
      <div className="max-w-3xl">
        <QuoteActions quote={quote} sending={sending} onLink={setUrl} />
      </div>
    </div>
  );
  return (
    <>
      <QuoteHeader quote={quote} />
      {current?.answers[0] && <Answer answer={current.answers[0]} version={current} />}
      {isBuilding ? (
        <>
          {current && (
            <p className="rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
              {m.quotes_drafting_next({ number: draft.number, counts: current.number })}
            </p>
          )}
          <QuoteEditor key={draft.number} quote={quote} version={draft} onLink={setUrl} footerOf={footerOf}>
            {related}
          </QuoteEditor>
        </>
      ) : (
        <>
          {current && (
            <div className="max-w-3xl rounded-lg border border-line bg-surface p-5">
              <QuoteBody
                quote={{
                  ...current,
                  reference: quote.reference,
                  vatPercent: chargedVatPercent(quote.vatPercent, current),
                  vatReason: labelForNoVat(current),
                  photos: current.photoIds.map((id) => ({ id })),
                  lines: current.lines.map((line, at) => ({ ...line, position: at + 1 })),
                  address: null,
                  validUntil: quote.validUntil,
                }}
                ticked={new Set(current.answers[0]?.chosenPositions)}
                hrefOfPhoto={(id) => `/api/admin/quotes/${quote.id}/photos/${id}`}
              />
            </div>
          )}
          {related}
          {mayManage && footerOf()}
        </>
      )}
      <LinkDialog quote={quote} url={url} onReplaced={setUrl} onClose={() => setUrl(null)} />
    </>
  );
}

function QuoteHeader({ quote }: { quote: QuoteDetail }) {
  const { customer, booking, convertedBooking } = quote;
  return (
    <header className="flex flex-col gap-2">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 dir="auto" className="min-w-0 text-xl leading-tight">
            {quote.versions[0]?.title || m.quotes_untitled()}
          </h1>
          <QuoteBadge state={quote.state} />
        </div>
        <span className="figures block text-xs text-muted">{quote.reference}</span>
      </div>
      <div className="flex flex-col gap-1">
        <p className="text-sm">
          <Link to={`/admin/customers/${customer.id}`} className="font-medium text-link hover:underline">
            <bdi>{customer.name}</bdi>
          </Link>
          <span className="text-muted">
            {customer.phone && <span className="figures">{` · ${formatPhone(customer.phone)}`}</span>}
            {customer.email && <span>{` · ${customer.email}`}</span>}
          </span>
        </p>
        {quote.renewsContractId && quote.state === "approved" && (
          <p className="text-sm">{m.quotes_renewal_agreed()}</p>
        )}
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          {booking && (
            <Link to={`/admin/bookings/${booking.id}`} className="figures hover:text-link hover:underline">
              {m.quotes_from_booking({ reference: booking.reference })}
            </Link>
          )}
          {convertedBooking && (
            <Link
              to={`/admin/bookings/${convertedBooking.id}`}
              className="figures hover:text-link hover:underline"
            >
              {m.quotes_converted_link({ reference: convertedBooking.reference })}
            </Link>
          )}
          {quote.renewsContractId && (
            <Link
              to={`/admin/contracts/${quote.renewsContractId}`}
              className="hover:text-link hover:underline"
            >
              {m.quotes_renews()}
            </Link>
          )}
          {quote.sentAt && <span>{m.quotes_sent_on({ when: formatTime(quote.sentAt, "dateTime") })}</span>}
          {quote.viewedAt && (
            <span>{m.quotes_viewed_on({ when: formatTime(quote.viewedAt, "dateTime") })}</span>
          )}
          {quote.validUntil && <span>{m.quotes_valid_until({ day: formatDay(quote.validUntil) })}</span>}
        </p>
      </div>
    </header>
  );
}

function Answer({ answer, version }: { answer: QuoteAnswerView; version: QuoteVersion }) {
  const when = formatTime(answer.at, "fullDateTime");
  const options = answer.chosenPositions.flatMap(
    (position) => version.lines[position - 1]?.description ?? [],
  );
  const answerText = {
    approved: m.quotes_answer_approved,
    changes_requested: m.quotes_answer_changes,
    declined: m.quotes_answer_declined,
  }[answer.answer]({ name: answer.name, when });
  return (
    <section
      aria-label={m.quotes_answer()}
      className="flex max-w-3xl flex-col gap-1 rounded-lg border border-line bg-paper px-4 py-3 text-sm"
    >
      <p className="font-medium">{answerText}</p>
      {answer.comment && (
        <p dir="auto" className="whitespace-pre-line">
          {answer.comment}
        </p>
      )}
      {options.length > 0 && <p>{m.quotes_answer_options({ options: formatList(options) })}</p>}
      {answer.clientIp && (
        <p className="figures text-xs text-muted">{m.quotes_answer_ip({ ip: answer.clientIp })}</p>
      )}
    </section>
  );
}

function Versions({ quote }: { quote: QuoteDetail }) {
  const [shown, setShown] = useState<QuoteVersion | null>(null);
  const sent = quote.versions.filter(({ sentAt }) => sentAt !== null);
  return (
    <section className="flex max-w-3xl flex-col gap-2">
      <h2 className="text-sm font-medium text-muted">{m.quotes_versions()}</h2>
      <ul className="border-t border-line text-sm">
        {sent.map((version) => (
          <li key={version.number} className="flex flex-wrap items-center gap-x-4 border-b border-line py-2">
            <span className="font-medium">{m.quotes_version({ number: version.number })}</span>
            <span className="text-muted">
              {version.sentAt && m.quotes_sent_on({ when: formatTime(version.sentAt, "dateTime") })}
            </span>
            <span className="min-w-0 grow text-muted">
              {joinFacts(
                version.answers.map(
                  ({ answer, at }) => `${labelForAnswer[answer]()} · ${formatTime(at, "dateTime")}`,
                ),
              )}
            </span>
            <Button size="small" tone="plain" onClick={() => setShown(version)}>
              {m.quotes_preview()}
            </Button>
          </li>
        ))}
      </ul>
      {shown && <QuotePreview open onClose={() => setShown(null)} quote={quote} version={shown} />}
    </section>
  );
}

const labelForAnswer = {
  approved: m.quotes_state_approved,
  changes_requested: m.quotes_state_changes_requested,
  declined: m.quotes_state_declined,
} as const;
