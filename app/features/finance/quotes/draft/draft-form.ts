import { m } from "~/paraglide/messages";
import { parseMoney } from "~/platform/money-input";
import { parseWholeNumber } from "~/platform/text/numerals";
import { parsePercent, typedMoney } from "../../../core/pricing/typed";
import {
  type DraftErrors,
  formFieldOf,
  parseRows,
  type Row,
  rowsOf,
} from "../../../core/pricing/typed-lines";
import type { VatTreatment } from "../../../core/pricing/vat-treatment";
import { type QuoteDraft, type QuoteLine, quoteDraftSchema } from "../schema";

/** Form of a quote draft, as typed. */

export interface QuoteForm {
  title: string;
  introduction: string;
  terms: string;
  rows: Row[];
  discountKind: "none" | "amount" | "percent";
  discount: string;
  vatTreatment: VatTreatment;
  deposit: string;
  validDays: string;
  photoIds: string[];
  serviceId: string;
  propertyId: string;
}

type Stored = Omit<QuoteDraft, "serviceId" | "propertyId">;

export function toQuoteForm(
  stored: Stored,
  quote: { serviceId: string | null; propertyId: string | null },
): QuoteForm {
  const { discount } = stored;
  return {
    title: stored.title,
    introduction: stored.introduction,
    terms: stored.terms,
    rows: rowsOf(stored.lines),
    discountKind: discount.kind,
    discount:
      discount.kind === "amount"
        ? typedMoney(discount.fils)
        : discount.kind === "percent"
          ? String(discount.hundredths / 100)
          : "",
    vatTreatment: stored.vatTreatment,
    deposit: String(stored.depositPercent),
    validDays: String(stored.validDays),
    photoIds: stored.photoIds,
    serviceId: quote.serviceId ?? "",
    propertyId: quote.propertyId ?? "",
  };
}

/** Returns the valid part, for totals and autosave, and the errors of the rest. */
export function parseQuoteForm(typed: QuoteForm): { draft: QuoteDraft; errors: DraftErrors } {
  const { lines, rowIndexes, errors } = parseRows(typed.rows);
  const discount = parseDiscount(typed);
  if (!discount) {
    errors.discount =
      typed.discountKind === "percent" ? m.quotes_error_percent() : m.admin_price_error_money();
  }
  const draft: QuoteDraft = {
    title: typed.title,
    introduction: typed.introduction,
    terms: typed.terms,
    lines: lines.map(({ fixedId: _fixed, vatTreatment: _treatment, ...line }): QuoteLine => line),
    discount: discount ?? { kind: "none" },
    vatTreatment: typed.vatTreatment,
    depositPercent: parseInteger(typed.deposit),
    validDays: parseInteger(typed.validDays),
    photoIds: typed.photoIds,
    serviceId: typed.serviceId || null,
    propertyId: typed.propertyId || null,
  };
  const checked = quoteDraftSchema.safeParse(draft);
  for (const { path, message } of checked.success ? [] : checked.error.issues) {
    const field = formFieldOf(path, rowIndexes);
    errors[fieldNames[field] ?? field] ??= message;
  }
  return { draft: checked.success ? checked.data : draft, errors };
}

/** Form field names that differ from the schema. */
const fieldNames: Record<string, string> = { depositPercent: "deposit" };

function parseDiscount({ discountKind, discount }: QuoteForm): QuoteDraft["discount"] | null {
  if (discountKind === "none" || discount.trim() === "") return { kind: "none" };
  if (discountKind === "amount") {
    const fils = parseMoney(discount);
    return fils === null ? null : { kind: "amount", fils };
  }
  const hundredths = parsePercent(discount);
  return hundredths === null ? null : { kind: "percent", hundredths };
}

/** NaN for invalid input, so that the schema reports the error. */
function parseInteger(typed: string): number {
  return parseWholeNumber(typed.replace(/[%٪]\s*$/, "")) ?? Number.NaN;
}
