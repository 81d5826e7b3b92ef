import { m } from "~/paraglide/messages";
import { vatPercentOn } from "~/platform/uae/vat";
import {
  type DocumentSums,
  type LineSums,
  lineGross,
  sumDocument,
} from "../../../core/pricing/document-lines";
import {
  type DraftErrors,
  formFieldOf,
  parseRows,
  type Row,
  rowsOf,
} from "../../../core/pricing/typed-lines";
import { type DraftContent, draftSchema } from "../schema";
import type { InvoiceDetail } from "../views";
import { type InvoiceLine, invoiceSums } from "./invoice-lines";

/** Form of an invoice draft, as typed. */

export interface InvoiceForm {
  rows: Row[];
  supplyDate: string;
  dueDate: string;
  note: string;
}

export function toInvoiceForm({ lines, supplyDate, dueDate, note }: InvoiceDetail): InvoiceForm {
  return {
    rows: rowsOf(lines.map((line) => ({ ...line, fixedId: line.deductsId }))),
    supplyDate: supplyDate ?? "",
    dueDate: dueDate ?? "",
    note,
  };
}

/** Returns the valid part, for totals and autosave, and the errors of the rest. */
export function parseInvoiceForm(
  typed: InvoiceForm,
  propertyId: string | null,
): { draft: DraftContent; errors: DraftErrors } {
  const { lines, rowIndexes, errors } = parseRows(typed.rows);
  for (const [at, line] of lines.entries()) {
    if (line.fixedId === null && line.discountFils > lineGross({ ...line, discountFils: 0 }))
      errors[`rows.${rowIndexes[at]}.discount`] ??= m.invoices_error_discount();
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
    errors[formFieldOf(path, rowIndexes)] ??= message;
  }
  return { draft: checked.success ? checked.data : draft, errors };
}

/** Rate in percent, assuming that it is issued today. */
export function draftVatPercent(
  { vatRates, today }: Pick<InvoiceDetail, "vatRates" | "today">,
  supplyDate: string | null,
) {
  return vatPercentOn(vatRates, supplyDate && supplyDate < today ? supplyDate : today);
}

/** Sums by the same rules as on issue; `total` is what remains after deposits. */
export function draftSums(
  { lines, supplyDate }: Pick<DraftContent, "lines" | "supplyDate">,
  stored: InvoiceDetail,
): { document: DocumentSums; total: LineSums } {
  // Deductions carry the VAT that the server calculated.
  const deposits = stored.lines.flatMap(({ deductsId, unitFils, vatFils, vatPercent }) =>
    deductsId
      ? [
          {
            id: deductsId,
            totalFils: unitFils,
            vatFils: -vatFils,
            vatPercent,
            used: { fils: 0, vatFils: 0 },
          },
        ]
      : [],
  );
  const sums = invoiceSums(lines, draftVatPercent(stored, supplyDate), deposits);
  const document = sumDocument(
    sums.lines.map((line, at) => ({ ...line, discountFils: lines[at]!.discountFils })),
  );
  return { document, total: sums.total };
}
