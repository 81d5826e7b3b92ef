import { m } from "~/paraglide/messages";
import { parseMoney } from "~/platform/money";
import { parsePercent, typedMoney } from "../../pricing/typed";
import { type DraftErrors, fieldOf, type Row, readRows, rowsOf } from "../../pricing/typed-lines";
import { type QuoteDraft, type QuoteLine, quoteDraftSchema } from "../schema";

/** A draft as it is typed. Pure. */

export interface QuoteForm {
  title: string;
  introduction: string;
  terms: string;
  rows: Row[];
  discountKind: "none" | "amount" | "percent";
  discount: string;
  deposit: string;
  validDays: string;
  photoIds: string[];
  serviceId: string;
  propertyId: string;
}

type Stored = Omit<QuoteDraft, "serviceId" | "propertyId">;

export function toForm(
  stored: Stored,
  head: { serviceId: string | null; propertyId: string | null },
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
    deposit: String(stored.depositPercent),
    validDays: String(stored.validDays),
    photoIds: stored.photoIds,
    serviceId: head.serviceId ?? "",
    propertyId: head.propertyId ?? "",
  };
}

/** What can be kept of it now, for the sums, and what is wrong with the rest. */
export function parseForm(typed: QuoteForm): { draft: QuoteDraft; errors: DraftErrors } {
  const { lines, placeOf, errors } = readRows(typed.rows);
  const discount = readDiscount(typed);
  if (!discount) {
    errors.discount =
      typed.discountKind === "percent" ? m.quote_error_percent() : m.admin_price_error_money();
  }
  const draft: QuoteDraft = {
    title: typed.title,
    introduction: typed.introduction,
    terms: typed.terms,
    lines: lines.map(({ fixedId: _fixed, ...line }): QuoteLine => line),
    discount: discount ?? { kind: "none" },
    depositPercent: wholeOf(typed.deposit),
    validDays: wholeOf(typed.validDays),
    photoIds: typed.photoIds,
    serviceId: typed.serviceId || null,
    propertyId: typed.propertyId || null,
  };
  const checked = quoteDraftSchema.safeParse(draft);
  for (const { path, message } of checked.success ? [] : checked.error.issues) {
    const field = fieldOf(path, placeOf);
    errors[fields[field] ?? field] ??= message;
  }
  return { draft: checked.success ? checked.data : draft, errors };
}

/** What the form calls them. */
const fields: Record<string, string> = { depositPercent: "deposit" };

function readDiscount({ discountKind, discount }: QuoteForm): QuoteDraft["discount"] | null {
  if (discountKind === "none" || discount.trim() === "") return { kind: "none" };
  if (discountKind === "amount") {
    const fils = parseMoney(discount);
    return fils === null ? null : { kind: "amount", fils };
  }
  const hundredths = parsePercent(discount);
  return hundredths === null ? null : { kind: "percent", hundredths };
}

/** NaN where it is no whole number: the rules then say what it has to be. */
function wholeOf(typed: string): number {
  return /^\d{1,4}\s*%?$/.test(typed.trim()) ? Number.parseInt(typed, 10) : Number.NaN;
}
