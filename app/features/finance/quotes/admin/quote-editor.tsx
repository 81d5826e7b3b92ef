import { useQuery, useQueryClient } from "@tanstack/react-query";
import Eye from "lucide-react/icons/eye";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { AutosaveStatus } from "~/ui/form/autosave-status";
import { Checkbox } from "~/ui/form/checkbox";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { useAutosavedDraft } from "~/ui/form/use-autosaved-draft";
import { LazyImage } from "~/ui/lazy-image";
import { LineEditor } from "../../../core/pricing/admin/line-editor";
import { applyPropertyTerms } from "../../../core/pricing/typed-lines";
import {
  chargedVatPercent,
  labelForNoVat,
  labelForVatTreatment,
  type VatTreatment,
  vatTreatments,
} from "../../../core/pricing/vat-treatment";
import { offeredPricesQuery, quoteQuery, send } from "../admin-client";
import { parseQuoteForm, type QuoteForm, toQuoteForm } from "../draft/draft-form";
import { quoteTotals } from "../quote";
import { MAX_PHOTOS, type QuoteDraft } from "../schema";
import type { QuoteDetail, QuoteVersion } from "../views";
import { QuotePreview } from "./quote-preview";
import { SendQuote } from "./send-quote";

interface QuoteEditorProps {
  quote: QuoteDetail;
  version: QuoteVersion;
  /** Receives the link to share. */
  onLink: (url: string) => void;
  /** Pinned footer with the buttons that send the draft. */
  footerOf: (sending: ReactNode) => ReactNode;
  /** Sections between the editor and its footer. */
  children: ReactNode;
}

/** Editor of a draft: autosave, preview and sending. */
export function QuoteEditor({ quote, version, onLink, footerOf, children }: QuoteEditorProps) {
  const queryClient = useQueryClient();
  const autosaved = useAutosavedDraft({
    store: `draft of quote ${quote.id} ${version.number}`,
    stored: toQuoteForm(version, quote),
    version: quote.version,
    read: parseQuoteForm,
    async save(draft: QuoteDraft, version) {
      return (await send("/admin/quotes/{id}/draft", { id: quote.id, version, ...draft })).version;
    },
    async reload() {
      const { quote: now } = await queryClient.fetchQuery({ ...quoteQuery(quote.id), staleTime: 0 });
      const draft = now.versions.find(({ number, sentAt }) => number === version.number && sentAt === null);
      return draft ? { version: now.version, typed: toQuoteForm(draft, now) } : null;
    },
  });
  const { data: book, isError: bookFailed } = useQuery(offeredPricesQuery(quote.language));
  const [previewed, setPreviewed] = useState(false);
  const [sendRequested, setSendRequested] = useState(false);
  const { typed, set, errors } = autosaved;
  const field = (name: "title" | "introduction" | "terms" | "discount" | "deposit" | "validDays") => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  // Renewals take service and property from the contract.
  const lacks = {
    service: !quote.renewsContractId && !typed.serviceId,
    property: !quote.renewsContractId && !typed.propertyId,
  };
  function requestSending(): boolean {
    setSendRequested(true);
    return !lacks.service && !lacks.property;
  }
  const pictures = [...new Set([...quote.pictures.map(({ id }) => id), ...typed.photoIds])];

  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <AutosaveStatus draft={autosaved} />
          <TextField label={m.quotes_field_title()} maxLength={120} {...field("title")} />
          <TextArea
            label={m.quotes_field_introduction()}
            hint={m.quotes_field_introduction_hint()}
            rows={4}
            maxLength={4000}
            {...field("introduction")}
          />
          <section aria-label={m.quotes_lines()}>
            <LineEditor
              kind="quote"
              rows={typed.rows}
              errors={errors}
              offered={book?.prices ?? (bookFailed ? [] : undefined)}
              parts={partTermsOf(quote, typed.propertyId)}
              onChange={(rows) => set({ rows })}
            />
            {errors.lines && <p className="text-sm text-error">{errors.lines}</p>}
          </section>
          {pictures.length > 0 && (
            <Pictures
              quoteId={quote.id}
              pictures={pictures}
              chosen={typed.photoIds}
              onChange={(photoIds) => set({ photoIds })}
            />
          )}
          <TextArea label={m.quotes_terms()} rows={3} maxLength={4000} {...field("terms")} />
        </div>

        <aside aria-label={m.quotes_sums()} className="flex flex-col gap-4 xl:sticky xl:top-4">
          <Sums draft={autosaved.draft} quote={quote} />
          <Button tone="quiet" size="small" onClick={() => setPreviewed(true)}>
            <Eye aria-hidden />
            {m.quotes_preview()}
          </Button>
          <div className="grid grid-cols-2 gap-3">
            <Select
              label={m.quotes_sum_discount()}
              value={typed.discountKind}
              onChange={({ target }) => set({ discountKind: target.value as QuoteForm["discountKind"] })}
            >
              <option value="none">{m.quotes_discount_none()}</option>
              <option value="amount">{m.quotes_discount_amount()}</option>
              <option value="percent">{m.quotes_discount_percent()}</option>
            </Select>
            {typed.discountKind !== "none" && (
              <TextField
                label={typed.discountKind === "amount" ? m.quotes_discount_aed() : m.quotes_discount_of()}
                inputMode="decimal"
                autoComplete="off"
                {...field("discount")}
              />
            )}
            {!quote.renewsContractId && (
              <TextField
                className="col-start-1"
                label={m.quotes_field_deposit()}
                inputMode="numeric"
                autoComplete="off"
                {...field("deposit")}
              />
            )}
            <TextField
              label={m.quotes_field_days()}
              inputMode="numeric"
              autoComplete="off"
              {...field("validDays")}
            />
          </div>
          {!quote.renewsContractId && (
            <>
              <Select
                label={m.quotes_field_vat()}
                value={typed.vatTreatment}
                onChange={({ target }) => {
                  const vatTreatment = target.value as VatTreatment;
                  // Quotes without VAT have no deposit.
                  set(vatTreatment === "standard" ? { vatTreatment } : { vatTreatment, deposit: "0" });
                }}
              >
                {vatTreatments.map((treatment) => (
                  <option key={treatment} value={treatment}>
                    {labelForVatTreatment(treatment)}
                  </option>
                ))}
              </Select>
              <Select
                label={m.quotes_field_service()}
                value={typed.serviceId}
                error={sendRequested && lacks.service ? m.quotes_error_service_required() : undefined}
                onChange={({ target }) => set({ serviceId: target.value })}
              >
                <option value="">{m.quotes_field_service_none()}</option>
                {(book?.services ?? []).map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
              <Select
                label={m.quotes_field_property()}
                value={typed.propertyId}
                error={sendRequested && lacks.property ? m.quotes_error_property_required() : undefined}
                onChange={({ target }) =>
                  set({
                    propertyId: target.value,
                    rows: applyPropertyTerms(typed.rows, partTermsOf(quote, target.value)),
                  })
                }
              >
                <option value="">{m.quotes_field_property_none()}</option>
                {quote.customer.properties.map(({ id, address }) => (
                  <option key={id} value={id}>
                    {address}
                  </option>
                ))}
              </Select>
              {quote.customer.properties.length === 0 && (
                <Link
                  to={`/admin/customers/${quote.customer.id}`}
                  className="text-sm text-link hover:underline"
                >
                  {m.quotes_add_property()}
                </Link>
              )}
            </>
          )}
        </aside>
      </div>
      {children}
      {footerOf(
        <SendQuote
          quote={quote}
          isComplete={requestSending}
          flush={autosaved.flush}
          autosave={autosaved.autosave}
          onLink={onLink}
        />,
      )}
      <QuotePreview
        open={previewed}
        onClose={() => setPreviewed(false)}
        quote={quote}
        version={{
          ...version,
          ...autosaved.draft,
          partsUnder: partTermsOf(quote, typed.propertyId)?.reference ?? null,
        }}
      />
    </>
  );
}

/** Discount on parts by the property's contract; none for renewals. */
function partTermsOf({ customer, renewsContractId }: QuoteDetail, propertyId: string) {
  if (renewsContractId) return null;
  return customer.properties.find(({ id }) => id === propertyId)?.parts ?? null;
}

/** Totals by the same rules as on sending. */
function Sums({ draft, quote }: { draft: QuoteDraft; quote: QuoteDetail }) {
  const readable = {
    ...draft,
    depositPercent: Number.isInteger(draft.depositPercent) ? draft.depositPercent : 0,
  };
  const vatPercent = chargedVatPercent(quote.vatPercent, draft);
  const vatReason = labelForNoVat(draft);
  const totals = quoteTotals(readable, new Set(), vatPercent);
  const allOptions = new Set(draft.lines.keys());
  const withOptions = draft.lines.some(({ optional }) => optional)
    ? quoteTotals(readable, allOptions, vatPercent).totalFils
    : null;
  return (
    <dl
      aria-live="polite"
      className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 rounded-lg border border-line bg-surface p-4 text-sm"
    >
      {totals.discountFils > 0 && (
        <>
          <dt className="text-muted">{m.quotes_sum_lines()}</dt>
          <dd className="amount-end">{formatExactMoney(totals.linesFils)}</dd>
          <dt className="text-muted">{m.quotes_sum_discount()}</dt>
          <dd className="amount-end">{formatExactMoney(-totals.discountFils)}</dd>
        </>
      )}
      {vatPercent > 0 && (
        <>
          <dt className="text-muted">{m.quotes_sum_net()}</dt>
          <dd className="amount-end">{formatExactMoney(totals.netFils)}</dd>
          <dt className="text-muted">{m.quotes_sum_vat_of({ percent: vatPercent })}</dt>
          <dd className="amount-end">{formatExactMoney(totals.vatFils)}</dd>
        </>
      )}
      {vatReason && (
        <>
          <dt className="whitespace-nowrap text-muted">{m.quotes_sum_no_vat()}</dt>
          <dd className="text-end">{vatReason}</dd>
        </>
      )}
      <div className="col-span-2 grid grid-cols-subgrid border-t border-line pt-2 text-base font-semibold">
        <dt>{m.quotes_sum_total()}</dt>
        <dd className="amount-end">{formatExactMoney(totals.totalFils)}</dd>
      </div>
      {withOptions !== null && (
        <>
          <dt className="text-muted">{m.quotes_sum_with_options()}</dt>
          <dd className="amount-end text-muted">{formatExactMoney(withOptions)}</dd>
        </>
      )}
      {totals.depositFils > 0 && (
        <>
          <dt className="text-muted">{m.quotes_field_deposit_sum()}</dt>
          <dd className="amount-end">{formatExactMoney(totals.depositFils)}</dd>
        </>
      )}
    </dl>
  );
}

interface PicturesProps {
  quoteId: string;
  pictures: readonly string[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

function Pictures({ quoteId, pictures, chosen, onChange }: PicturesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{m.quotes_photos_choose()}</legend>
      <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6">
        {pictures.map((id, at) => {
          const isChosen = chosen.includes(id);
          return (
            <li key={id}>
              <label
                className={classNames(
                  "relative block cursor-pointer overflow-hidden rounded border-2 has-focus-visible:outline-2 has-focus-visible:outline-accent",
                  isChosen ? "border-accent" : "border-transparent opacity-60",
                )}
              >
                <Checkbox
                  checked={isChosen}
                  disabled={!isChosen && chosen.length >= MAX_PHOTOS}
                  onChange={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
                  aria-label={m.quotes_photo({ number: at + 1 })}
                  className="absolute start-1.5 top-1.5"
                />
                <LazyImage
                  src={`/api/admin/quotes/${quoteId}/photos/${id}`}
                  alt=""
                  width={160}
                  height={160}
                />
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
