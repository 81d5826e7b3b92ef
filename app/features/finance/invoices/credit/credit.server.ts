import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { allocateNumber } from "~/platform/numbers.server";
import { dubaiDate, formatDay } from "~/platform/time";
import { isPastDay, OLDEST_EVENT_DAYS } from "../../../core/business/money-limits";
import { requireCompanyDetails } from "../../../core/business/read-settings.server";
import { chargedVatOn } from "../../../core/business/vat-rates.server";
import type { Party } from "../../../core/documents/document-data";
import { quantityOf, toQuantityColumns } from "../../../core/pricing/quantity";
import { isTaxable } from "../../../core/pricing/vat-treatment";
import { currentBuyer, currentSeller } from "../../quotes/document/parties.server";
import type { CreditNoteTitle, InvoiceKind } from "../invoice";
import { addCustomerCredit, settleInvoice } from "../settle.server";
import { type ChargedLine, type CreditRequest, calculateCredit } from "./credit-lines";
import { type OpeningCreditRequest, vatOfOpeningCredit } from "./opening-credit";

export interface IssuedCreditNote {
  ok: true;
  id: string;
  reference: string;
  totalFils: number;
  /** Paid part of the credited amount, which becomes customer credit. */
  creditFils: number;
}

type Refused = Refusal<
  | "not-found"
  | "stale"
  | "opening-credit-kind"
  | "original-too-small"
  | "company-details-missing"
  | "credit-too-much"
  | "credit-lines-unknown"
  | "event-in-future"
  | "event-too-old"
>;

/**
 * Issues a credit note in the caller's transaction (executive regulation, article 60). It reduces the open
 * amount first; the rest becomes customer credit. Without `version` the stale check is skipped.
 */
export async function issueCreditNote(
  ctx: Ctx,
  { id: invoiceId, version }: { id: string; version?: number },
  request: CreditRequest | OpeningCreditRequest,
  { reason, eventDate }: { reason: string; eventDate: string },
): Promise<IssuedCreditNote | Refused> {
  const today = dubaiDate(ctx.now);
  const row = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("id", "=", invoiceId)
    .where("issuedAt", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  if (version !== undefined && row.version !== version) return refuse("stale");
  if ((row.kind === "opening") !== (request.kind === "opening")) return refuse("opening-credit-kind");
  if (eventDate > today) return refuse("event-in-future");
  if (!isPastDay(eventDate, today, OLDEST_EVENT_DAYS)) return refuse("event-too-old");

  // Without current details, such as after a restore, those of the invoice.
  const complete = await requireCompanyDetails(ctx);
  if (!complete.ok && !row.seller) return complete;
  const seller = complete.ok ? await currentSeller(ctx) : row.seller!;
  const charged = await loadChargedLines(ctx, row);
  const unknown = request.kind === "lines" ? findUnknownPositions(charged, request) : [];
  if (unknown.length > 0) return refuse("credit-lines-unknown", { positions: unknown });
  const made =
    request.kind === "opening"
      ? await calculateOpeningCredit(ctx, row, request, seller)
      : calculateCredit(
          {
            totalFils: row.totalFils,
            usedFils: row.creditedFils + row.deductedFils,
            lines: charged,
          },
          request,
        );
  if ("reason" in made) return made;
  if (!made.ok) return refuse("credit-too-much", { position: made.position, fils: made.fils });

  const buyer =
    row.buyer ?? (await currentBuyer(ctx, { customerId: row.customerId, propertyId: row.propertyId }));
  const taxed =
    request.kind === "opening"
      ? seller.trn !== null && isTaxable(request.vatTreatment)
      : row.title !== "invoice";
  const title: CreditNoteTitle = taxed ? "tax-credit-note" : "credit-note";

  const id = randomUUID();
  const reference = await allocateNumber(ctx, "CN");
  await ctx.db
    .insertInto("creditNotes")
    .values({
      id,
      reference,
      invoiceId,
      title,
      language: row.language,
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(buyer),
      reason,
      eventDate,
      issueDate: today,
      issuedAt: ctx.now,
      netFils: made.totalFils - made.vatFils,
      vatFils: made.vatFils,
      totalFils: made.totalFils,
      originalFils: request.kind === "opening" ? request.originalFils : null,
    })
    .execute();
  await ctx.db
    .insertInto("creditNoteLines")
    .values(
      made.lines.map((line, at) => ({
        creditNoteId: id,
        position: at + 1,
        invoiceId,
        invoicePosition: line.position,
        description: line.description,
        ...toQuantityColumns(line.quantityHundredths),
        unit: line.unit,
        unitFils: line.unitFils,
        discountFils: line.discountFils,
        vatPercent: line.vatPercent,
        grossFils: line.grossFils,
        vatFils: line.vatFils,
        vatTreatment: request.kind === "opening" ? request.vatTreatment : null,
      })),
    )
    .execute();
  const settled = await settleInvoice(ctx, invoiceId, made.totalFils, {
    by: "credit-note",
    creditNoteId: id,
  });
  const creditFils = made.totalFils - settled;
  if (creditFils > 0) await addCustomerCredit(ctx, row.customerId, creditFils, { creditNoteId: id });
  await emit(ctx, "invoice.credited", invoiceId, { creditNoteId: id, fils: made.totalFils }, { reason });
  return { ok: true, id, reference, totalFils: made.totalFils, creditFils };
}

/** One line that names the invoice of the former books, at the rate of its day. */
async function calculateOpeningCredit(
  ctx: Ctx,
  invoice: Selectable<Tables["invoices"]>,
  request: OpeningCreditRequest,
  seller: Party,
) {
  const { fils, originalFils } = request;
  const leftFils = invoice.totalFils - invoice.creditedFils;
  if (fils > leftFils) return { ok: false as const, position: null, fils: leftFils };
  if (originalFils < invoice.totalFils) return refuse("original-too-small", { fils: invoice.totalFils });
  const percent = seller.trn ? await chargedVatOn(ctx, invoice.issueDate!) : 0;
  const sums = { grossFils: fils, ...vatOfOpeningCredit(request, percent) };
  const description = inLocale(localeOrDefault(invoice.language), () =>
    m.invoices_line_of_opening({
      reference: invoice.reference!,
      day: formatDay(invoice.issueDate!, "fullDate"),
    }),
  );
  const terms = { quantityHundredths: 100, unit: "", unitFils: fils, discountFils: 0 };
  const lines = [{ position: null, description, ...terms, ...sums }];
  return { ok: true as const, lines, totalFils: fils, vatFils: sums.vatFils };
}

function findUnknownPositions(
  charged: readonly ChargedLine[],
  { lines }: Extract<CreditRequest, { kind: "lines" }>,
): number[] {
  const known = new Set(charged.map(({ position }) => position));
  return lines.map(({ position }) => position).filter((position) => !known.has(position));
}

/** A deposit invoice has a single line, so the deducted amount belongs to that line. */
async function loadChargedLines(
  ctx: Ctx,
  invoice: { id: string; kind: InvoiceKind; creditedFils: number; deductedFils: number },
): Promise<ChargedLine[]> {
  const rows = await ctx.db
    .selectFrom("invoiceLines as line")
    .leftJoin("creditNoteLines as credited", (join) =>
      join
        .onRef("credited.invoiceId", "=", "line.invoiceId")
        .onRef("credited.invoicePosition", "=", "line.position"),
    )
    .selectAll("line")
    .select(sql<number>`coalesce(sum(credited.gross_fils), 0)::bigint`.as("takenFils"))
    .select(
      invoice.kind === "deposit"
        ? sql<number>`deposit_vat_used(line.invoice_id)`.as("takenVatFils")
        : sql<number>`coalesce(sum(credited.vat_fils), 0)::bigint`.as("takenVatFils"),
    )
    .where("line.invoiceId", "=", invoice.id)
    .groupBy(["line.invoiceId", "line.position"])
    .orderBy("line.position")
    .execute();
  return rows.map((row) => ({
    position: row.position,
    description: row.description,
    quantityHundredths: quantityOf(row),
    unit: row.unit,
    unitFils: row.unitFils,
    grossFils: row.grossFils,
    vatFils: row.vatFils,
    vatPercent: row.vatPercent,
    used: { fils: row.takenFils + invoice.deductedFils, vatFils: row.takenVatFils },
  }));
}
