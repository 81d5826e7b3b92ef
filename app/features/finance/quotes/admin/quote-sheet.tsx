import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { HttpError } from "~/platform/browser/http-client";
import { localPath } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { formatPhone } from "~/platform/text/phone";
import { formatDay, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { EmptyState } from "~/ui/screen/empty-state";
import { Skeleton } from "~/ui/screen/skeleton";
import { chargedVatPercent, labelForNoVat } from "../../../core/pricing/vat-treatment";
import {
  quoteQuery,
  useConvertQuote,
  useDuplicateQuote,
  useReviseQuote,
  useWithdrawQuote,
} from "../admin-client";
import { QuoteBadge } from "../components/quote-badge";
import { QuoteBody } from "../components/quote-body";
import type { QuoteAnswerView, QuoteDetail, QuoteVersion } from "../views";
import { ConvertForm } from "./convert-form";
import { QuoteEditor } from "./quote-editor";
import { useQuotePageSlots } from "./quote-page-slots";
import { QuotePreview } from "./quote-preview";
import { LinkDialog, SendQuote } from "./send-quote";

interface QuoteSheetProps {
  id: string;
  listPath: string;
}

/** Page of one quote: the draft or the sent version, actions and version history. */
export function QuoteSheet({ id, listPath }: QuoteSheetProps) {
  const { data: quote, error, refetch } = useQuery(quoteQuery(id));
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:h-full lg:overflow-y-auto lg:px-6">
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
  const [url, setUrl] = useState<string | null>(null);
  const draft = quote.versions.find(({ sentAt }) => sentAt === null);
  const current = quote.versions.find(({ number, sentAt }) => number === quote.revision && sentAt !== null);
  return (
    <>
      <QuoteHeader quote={quote} />
      {mayManage && <Actions quote={quote} onLink={setUrl} />}
      {current?.answers[0] && <Answer answer={current.answers[0]} version={current} />}
      {draft && quote.canSend && mayManage ? (
        <>
          {current && (
            <p className="rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
              {m.quotes_drafting_next({ number: draft.number, counts: current.number })}
            </p>
          )}
          <QuoteEditor key={draft.number} quote={quote} version={draft} onLink={setUrl} />
        </>
      ) : (
        current && (
          <div className="max-w-3xl rounded-lg border border-line bg-surface p-5">
            <h2 dir="auto" className="mb-4 text-xl">
              {current.title}
            </h2>
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
        )
      )}
      {quote.versions.some(({ sentAt }) => sentAt !== null) && <Versions quote={quote} />}
      <LinkDialog quote={quote} url={url} onReplaced={setUrl} onClose={() => setUrl(null)} />
    </>
  );
}

function QuoteHeader({ quote }: { quote: QuoteDetail }) {
  const { customer, booking, convertedBooking } = quote;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="figures text-2xl">{quote.reference}</h1>
          <QuoteBadge state={quote.state} />
        </div>
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
          {quote.sentAt && (
            <a
              href={localPath(`/api/admin/quotes/${quote.id}/document`)}
              download={`${quote.reference}.pdf`}
              className="text-link hover:underline"
            >
              {m.quotes_pdf()}
            </a>
          )}
        </p>
      </div>
      {quote.state !== "draft" && (
        <p className="sm:text-end">
          <span className="figures block text-2xl font-semibold">{formatMoney(quote.totalFils)}</span>
          {quote.depositFils > 0 && (
            <span className="text-sm text-muted">
              {m.quotes_deposit_of({ deposit: formatMoney(quote.depositFils) })}
            </span>
          )}
        </p>
      )}
    </header>
  );
}

interface ActionsProps {
  quote: QuoteDetail;
  /** Receives the link to share. */
  onLink: (url: string) => void;
}

function Actions({ quote, onLink }: ActionsProps) {
  const { Documents } = useQuotePageSlots();
  const revise = useReviseQuote();
  const withdraw = useWithdrawQuote();
  const convert = useConvertQuote();
  const duplicate = useDuplicateQuote();
  const navigate = useNavigate();
  const [withdrawing, setWithdrawing] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const { id, version } = quote;
  const refused = revise.error ?? withdraw.error ?? convert.error ?? duplicate.error;
  const canShareLink = quote.sentAt !== null && quote.state !== "withdrawn";
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        {quote.canConvert && (
          <>
            {quote.booking && !quote.booking.isTerminal && (
              <Button size="small" onClick={() => convert.mutate({ id, version, target: "booking" })}>
                {m.quotes_convert_booking({ reference: quote.booking.reference })}
              </Button>
            )}
            <Button
              size="small"
              tone={quote.booking && !quote.booking.isTerminal ? "quiet" : "action"}
              onClick={() =>
                quote.serviceId && quote.propertyId
                  ? convert.mutate({ id, version, target: "new" })
                  : setChoosing(true)
              }
            >
              {m.quotes_convert_new()}
            </Button>
          </>
        )}
        <Documents quote={quote} />
        {quote.canRevise && (
          <Button size="small" tone="quiet" onClick={() => revise.mutate({ id, version })}>
            {m.quotes_revise()}
          </Button>
        )}
        {canShareLink && !quote.canSend && <SendQuote quote={quote} onLink={onLink} />}
        <Button
          size="small"
          tone="plain"
          onClick={() =>
            duplicate.mutate({ id }, { onSuccess: (made) => navigate(`/admin/quotes/${made.id}`) })
          }
        >
          {m.quotes_duplicate()}
        </Button>
        {quote.canWithdraw && (
          <Button
            size="small"
            tone="plain"
            onClick={() =>
              withdrawing
                ? withdraw.mutate({ id, version }, { onSettled: () => setWithdrawing(false) })
                : setWithdrawing(true)
            }
          >
            {withdrawing ? m.quotes_withdraw_sure() : quote.sentAt ? m.quotes_withdraw() : m.quotes_discard()}
          </Button>
        )}
      </div>
      {quote.canConvert && choosing && <ConvertForm quote={quote} onClose={() => setChoosing(false)} />}
      <ChangeRefused error={refused} />
    </div>
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
      {options.length > 0 && <p>{m.quotes_answer_options({ options: options.join(", ") })}</p>}
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
              {version.answers
                .map(({ answer, at }) => `${labelForAnswer[answer]()} · ${formatTime(at, "dateTime")}`)
                .join(", ")}
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
