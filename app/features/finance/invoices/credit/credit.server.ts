import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { allocateNumber } from "~/platform/numbers.server";
import { dubaiDate } from "~/platform/time";
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
    .where("issued_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  if (version !== undefined && row.version !== version) return refuse("stale");
  if (row.kind === "opening") return refuse("opening-not-creditable");
  if (eventDate > today) return refuse("event-in-future");

  const charged: ChargedInvoice = {
    totalFils: row.total_fils,
    usedFils: row.credited_fils + row.deducted_fils,
    lines: await loadChargedLines(ctx, row),
  };
  const made = calculateCredit(charged, request);
  if (!made.ok) return refuse("credit-too-much", { position: made.position, fils: made.fils });

  const seller = await currentSeller(ctx);
  const buyer =
    row.buyer ?? (await currentBuyer(ctx, { customerId: row.customer_id, propertyId: row.property_id }));
  const taxed = row.title === null ? seller.trn !== null : row.title !== "invoice";
  const title: CreditNoteTitle = taxed ? "tax-credit-note" : "credit-note";

  const id = randomUUID();
  const reference = await allocateNumber(ctx, "CN");
  await ctx.db
    .insertInto("credit_notes")
    .values({
      id,
      reference,
      invoice_id: invoiceId,
      title,
      language: row.language,
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(buyer),
      reason,
      event_date: eventDate,
      issue_date: today,
      issued_at: ctx.now,
      net_fils: made.totalFils - made.vatFils,
      vat_fils: made.vatFils,
      total_fils: made.totalFils,
    })
    .execute();
  await ctx.db
    .insertInto("credit_note_lines")
    .values(
      made.lines.map((line, at) => ({
        credit_note_id: id,
        position: at + 1,
        invoice_id: invoiceId,
        invoice_position: line.position,
        description: line.description,
        quantity_hundredths: line.quantityHundredths,
        unit: line.unit,
        unit_fils: line.unitFils,
        discount_fils: line.discountFils,
        vat_percent: line.vatPercent,
        gross_fils: line.grossFils,
        vat_fils: line.vatFils,
      })),
    )
    .execute();
  const settled = await settleInvoice(ctx, invoiceId, made.totalFils, {
    by: "credit-note",
    creditNoteId: id,
  });
  const creditFils = made.totalFils - settled;
  if (creditFils > 0) await addCustomerCredit(ctx, row.customer_id, creditFils, { creditNoteId: id });
  await emit(ctx, "invoice.credited", invoiceId, { creditNoteId: id, fils: made.totalFils }, { reason });
  return { ok: true, id, reference, totalFils: made.totalFils, creditFils };
}

/** A deposit invoice has a single line, so the deducted amount belongs to that line. */
async function loadChargedLines(
  ctx: Ctx,
  invoice: { id: string; kind: InvoiceKind; credited_fils: number; deducted_fils: number },
): Promise<ChargedLine[]> {
  const rows = await ctx.db
    .selectFrom("invoice_lines as line")
    .leftJoin("credit_note_lines as credited", (join) =>
      join
        .onRef("credited.invoice_id", "=", "line.invoice_id")
        .onRef("credited.invoice_position", "=", "line.position"),
    )
    .selectAll("line")
    .select(sql<number>`coalesce(sum(credited.gross_fils), 0)::bigint`.as("taken_fils"))
    .select(
      invoice.kind === "deposit"
        ? sql<number>`deposit_vat_used(line.invoice_id)`.as("taken_vat_fils")
        : sql<number>`coalesce(sum(credited.vat_fils), 0)::bigint`.as("taken_vat_fils"),
    )
    .where("line.invoice_id", "=", invoice.id)
    .groupBy(["line.invoice_id", "line.position"])
    .orderBy("line.position")
    .execute();
  return rows.map((row) => ({
    position: row.position,
    description: row.description,
    quantityHundredths: row.quantity_hundredths,
    unit: row.unit,
    unitFils: row.unit_fils,
    grossFils: row.gross_fils,
    vatFils: row.vat_fils,
    vatPercent: row.vat_percent,
    used: { fils: row.taken_fils + invoice.deducted_fils, vatFils: row.taken_vat_fils },
  }));
}
