import { m } from "~/paraglide/messages";
import { vatPercentOn } from "~/platform/vat";
import { lineGross } from "../../pricing/document-lines";
import { type DraftErrors, fieldOf, type Row, readRows, rowsOf } from "../../pricing/typed-lines";
import { type DraftContent, draftSchema } from "../schema";
import type { InvoiceDetail } from "../views";
import { type InvoiceLine, sumsOfInvoice } from "./invoice-lines";

/** A draft of an invoice as it is typed. Pure. */

export interface TypedInvoice {
  rows: Row[];
  supplyDate: string;
  dueDate: string;
  note: string;
}

export function asTyped({ lines, supplyDate, dueDate, note }: InvoiceDetail): TypedInvoice {
  return {
    rows: rowsOf(lines.map((line) => ({ ...line, fixedId: line.deductsId }))),
    supplyDate: supplyDate ?? "",
    dueDate: dueDate ?? "",
    note,
  };
}

/** What can be kept of it now, for the sums, and what is wrong with the rest. */
export function readTyped(
  typed: TypedInvoice,
  propertyId: string | null,
): { draft: DraftContent; errors: DraftErrors } {
  const { lines, placeOf, errors } = readRows(typed.rows);
  for (const [at, line] of lines.entries()) {
    if (line.fixedId === null && line.discountFils > lineGross({ ...line, discountFils: 0 }))
      errors[`rows.${placeOf[at]}.discount`] ??= m.invoices_error_discount();
  }
  const draft: DraftContent = {
    propertyId,
    note: typed.note,
    supplyDate: typed.supplyDate || null,
    dueDate: typed.dueDate || null,
    lines: lines.map(
      ({ optional: _optional, fixedId, ...line }): InvoiceLine => ({ ...line, deductsId: fixedId }),
    ),
    discount: { kind: "none" },
  };
  const checked = draftSchema.safeParse(draft);
  for (const { path, message } of checked.success ? [] : checked.error.issues) {
    errors[fieldOf(path, placeOf)] ??= message;
  }
  return { draft: checked.success ? checked.data : draft, errors };
}

/** The rate that it will be charged at, in percent, as long as nobody waits for another day. */
export function draftVat(
  { vatRates, today }: Pick<InvoiceDetail, "vatRates" | "today">,
  supplyDate: string | null,
) {
  return vatPercentOn(vatRates, supplyDate && supplyDate < today ? supplyDate : today);
}

/** What it comes to, by the rules that issue it. */
export function totalOf(
  { lines, supplyDate }: Pick<DraftContent, "lines" | "supplyDate">,
  stored: InvoiceDetail,
) {
  // Each deduction as the server has worked it out.
  const deposits = stored.lines.flatMap(({ deductsId, unitFils, vatFils, vatPercent }) =>
    deductsId
      ? [
          {
            id: deductsId,
            totalFils: unitFils,
            vatFils: -vatFils,
            vatPercent,
            taken: { fils: 0, vatFils: 0 },
          },
        ]
      : [],
  );
  return sumsOfInvoice(lines, draftVat(stored, supplyDate), deposits).total;
}
