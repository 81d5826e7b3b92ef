import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { allocateNumber } from "~/platform/numbers.server";
import { dubaiDate } from "~/platform/time";
import { quantityOf, toQuantityColumns } from "../../../core/pricing/quantity";
import { currentBuyer, currentSeller } from "../../quotes/document/parties.server";
import type { CreditNoteTitle, InvoiceKind } from "../invoice";
import { addCustomerCredit, settleInvoice } from "../settle.server";
import { type ChargedInvoice, type ChargedLine, type CreditRequest, calculateCredit } from "./credit-lines";

export interface IssuedCreditNote {
  ok: true;
  id: string;
  reference: string;
  totalFils: number;
  /** Paid part of the credited amount, which becomes customer credit. */
  creditFils: number;
}

type Refused = Refusal<
  "not-found" | "stale" | "opening-not-creditable" | "credit-too-much" | "event-in-future"
>;

/**
 * Issues a credit note in the caller's transaction (executive regulation, article 60). It reduces the open
 * amount first; the rest becomes customer credit. Without `version` the stale check is skipped.
 */
export async function issueCreditNote(
  ctx: Ctx,
  { id: invoiceId, version }: { id: string; version?: number },
  request: CreditRequest,
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
  if (row.kind === "opening") return refuse("opening-not-creditable");
  if (eventDate > today) return refuse("event-in-future");

  const charged: ChargedInvoice = {
    totalFils: row.totalFils,
    usedFils: row.creditedFils + row.deductedFils,
    lines: await loadChargedLines(ctx, row),
  };
  const made = calculateCredit(charged, request);
  if (!made.ok) return refuse("credit-too-much", { position: made.position, fils: made.fils });

  const seller = await currentSeller(ctx);
  const buyer =
    row.buyer ?? (await currentBuyer(ctx, { customerId: row.customerId, propertyId: row.propertyId }));
  const taxed = row.title === null ? seller.trn !== null : row.title !== "invoice";
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
