import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Checkbox } from "~/ui/form/checkbox";
import { lineGross } from "../../../core/pricing/document-lines";
import { PhotoStrip } from "../../../operations/bookings/components/photo-strip";
import { formatHundredths, formatQuantity, labelForDepositRule } from "../labels";
import { type QuoteTotals, quoteTotals } from "../quote";
import type { QuoteView } from "../views";

/** Fields shown on the customer's page and in the office's preview. */
export type QuoteBodyData = Pick<
  QuoteView,
  | "reference"
  | "title"
  | "introduction"
  | "terms"
  | "lines"
  | "discount"
  | "partsUnder"
  | "depositPercent"
  | "depositRule"
  | "vatPercent"
  | "vatReason"
  | "photos"
  | "address"
  | "validUntil"
>;

interface QuoteBodyProps {
  quote: QuoteBodyData;
  /** Positions of the ticked optional lines, from 1. */
  ticked: ReadonlySet<number>;
  /** Absent once the quote is answered. */
  onTick?: (position: number, on: boolean) => void;
  /** Form that the checkboxes belong to, so that they are posted without JavaScript. */
  formId?: string;
  hrefOfPhoto: (id: string) => string;
  /** Default: "offered". */
  deposit?: DepositStatus;
}

/** `settled`: paid and the work is invoiced. `none`: not accepted, or no deposit requested. */
export type DepositStatus = "offered" | "due" | "paid" | "settled" | "none";

export function QuoteBody({
  quote,
  ticked,
  onTick,
  formId,
  hrefOfPhoto,
  deposit = "offered",
}: QuoteBodyProps) {
  return (
    <div className="flex flex-col gap-8">
      {quote.introduction && (
        <p dir="auto" className="measure whitespace-pre-line">
          {quote.introduction}
        </p>
      )}
      {quote.photos.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-xl">{m.quotes_photos()}</h2>
          <PhotoStrip photos={quote.photos} hrefOf={hrefOfPhoto} />
        </section>
      )}
      <Lines {...{ quote, ticked, onTick, formId }} />
      <Sums quote={quote} totals={bodyTotals(quote, ticked)} deposit={deposit} />
      {quote.terms && (
        <section className="flex flex-col gap-2">
          <h2 className="text-xl">{m.quotes_terms()}</h2>
          <p dir="auto" className="measure text-sm whitespace-pre-line">
            {quote.terms}
          </p>
        </section>
      )}
    </div>
  );
}

export function bodyTotals(quote: QuoteBodyData, ticked: ReadonlySet<number>): QuoteTotals {
  const indexes = new Set([...ticked].map((position) => position - 1));
  return quoteTotals(quote, indexes, quote.vatPercent);
}

function Lines({ quote, ticked, onTick, formId }: Omit<QuoteBodyProps, "hrefOfPhoto">) {
  const sections = [...Map.groupBy(quote.lines, ({ section }) => section)];
  return (
    <section aria-labelledby="quote-lines" className="flex flex-col gap-5">
      <h2 id="quote-lines" className="text-xl">
        {m.quotes_lines()}
      </h2>
      {sections.map(([section, lines]) => (
        <div key={section} className="flex flex-col">
          {section && (
            <h3 className="pb-1 font-semibold">
              <bdi>{section}</bdi>
            </h3>
          )}
          <ul className="border-t border-line">
            {lines.map((line) => (
              <li key={line.position} className="border-b border-line">
                <Line
                  line={line}
                  partsUnder={quote.partsUnder}
                  ticked={ticked.has(line.position)}
                  onTick={onTick && ((on) => onTick(line.position, on))}
                  formId={formId}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface LineProps {
  line: QuoteView["lines"][number];
  partsUnder: string | null;
  ticked: boolean;
  onTick?: (on: boolean) => void;
  formId?: string;
}

function Line({ line, partsUnder, ticked, onTick, formId }: LineProps) {
  const gross = lineGross(line);
  const text = (
    <>
      <span className="min-w-0 grow">
        <span className="block whitespace-pre-line">
          <bdi>{line.description}</bdi>
        </span>
        <span className="figures block text-sm text-muted">
          {m.quotes_line_price({ quantity: formatQuantity(line), price: formatMoney(line.unitFils) })}
        </span>
        {line.discountFils > 0 && partsUnder && (
          <span className="figures block text-sm text-calm">
            {m.quotes_line_part({ amount: formatMoney(line.discountFils), reference: partsUnder })}
          </span>
        )}
        {line.optional && (
          <span className="mt-0.5 block text-sm font-medium text-brass-text">
            {onTick ? m.quotes_optional() : m.quotes_optional_only()}
          </span>
        )}
      </span>
      <span
        className={`figures shrink-0 amount-end ${line.optional && !ticked ? "text-muted" : "font-medium"}`}
      >
        {formatMoney(gross)}
      </span>
    </>
  );
  if (!line.optional) return <div className="flex items-start gap-4 py-3">{text}</div>;
  return (
    <label className="-mx-3 flex cursor-pointer items-start gap-3 rounded px-3 py-3 hover:bg-brass-soft has-disabled:cursor-default has-disabled:hover:bg-transparent">
      <Checkbox
        form={formId}
        name={`option-${line.position}`}
        checked={ticked}
        disabled={!onTick}
        onChange={onTick}
        className="mt-0.5"
      />
      {text}
    </label>
  );
}

interface SumsProps {
  quote: QuoteBodyData;
  totals: QuoteTotals;
  deposit: DepositStatus;
}

function Sums({ quote, totals, deposit }: SumsProps) {
  const { discount } = quote;
  const isDepositDue = totals.depositFils > 0 && (deposit === "offered" || deposit === "due");
  const isDepositPaid = totals.depositFils > 0 && (deposit === "paid" || deposit === "settled");
  const percent = discount.kind === "percent" ? formatHundredths(discount.hundredths) : null;
  return (
    <div aria-live="polite" className="ms-auto flex w-full max-w-sm flex-col gap-2">
      <dl className="flex flex-col gap-2">
        {totals.discountFils > 0 && (
          <>
            <Sum term={m.quotes_sum_lines()} fils={totals.linesFils} />
            <Sum
              term={percent ? m.quotes_sum_discount_percent({ percent }) : m.quotes_sum_discount()}
              fils={-totals.discountFils}
            />
          </>
        )}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold">{m.quotes_sum_total()}</dt>
          <dd className="figures text-2xl font-semibold">{formatMoney(totals.totalFils)}</dd>
        </div>
        {quote.vatPercent > 0 && (
          <Sum term={m.quotes_sum_vat({ percent: quote.vatPercent })} fils={totals.vatFils} muted />
        )}
        {quote.vatReason && (
          <div className="text-sm text-muted">
            <dt>{m.quotes_sum_no_vat()}</dt>
            <dd>{quote.vatReason}</dd>
          </div>
        )}
        {isDepositDue && (
          <Sum term={m.quotes_sum_deposit({ percent: quote.depositPercent })} fils={totals.depositFils} />
        )}
        {isDepositPaid && <Sum term={m.quotes_sum_deposit_paid()} fils={totals.depositFils} />}
        {deposit === "paid" && isDepositPaid && (
          <Sum term={m.quotes_sum_balance()} fils={totals.totalFils - totals.depositFils} />
        )}
      </dl>
      {isDepositDue && <p className="text-sm text-muted">{labelForDepositRule(quote.depositRule)}</p>}
      {deposit === "offered" && quote.validUntil && (
        <p className="text-sm text-muted">
          {m.quotes_valid_until({ day: formatDay(quote.validUntil, "longDate") })}
        </p>
      )}
    </div>
  );
}

function Sum({ term, fils, muted }: { term: string; fils: number; muted?: true }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${muted ? "text-sm text-muted" : ""}`}>
      <dt>{term}</dt>
      <dd className="figures">{formatMoney(fils)}</dd>
    </div>
  );
}
