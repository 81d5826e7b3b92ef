import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { takeNumber } from "~/platform/numbers.server";
import { dubaiDate } from "~/platform/time";
import { buyerNow, sellerNow } from "../quotes/parties.server";
import { type ChargedInvoice, type CreditWish, creditLines } from "./credit-lines";
import type { CreditNoteTitle } from "./invoice";
import { addCredit, settle } from "./settle.server";
import "./table";

export interface CreditNoteMade {
  ok: true;
  id: string;
  reference: string;
  totalFils: number;
  /** What was paid already: the customer's credit now. */
  creditFils: number;
}

type Refused = Refusal<"not-found" | "stale" | "credit-too-much" | "event-ahead">;

/**
 * Issues a credit note in the caller's transaction (executive regulation, article 60): what is open becomes less, the rest is the
 * customer's credit. Without `version` whatever was seen of the invoice does not matter.
 */
export async function credit(
  ctx: Ctx,
  { id: invoiceId, version }: { id: string; version?: number },
  wish: CreditWish,
  { reason, eventDate }: { reason: string; eventDate: string },
): Promise<CreditNoteMade | Refused> {
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
  if (eventDate > today) return refuse("event-ahead");

  const charged: ChargedInvoice = {
    totalFils: row.total_fils,
    vatFils: row.vat_fils,
    takenFils: row.credited_fils + row.deducted_fils,
    ...(await readCharged(ctx, invoiceId)),
  };
  charged.deposits ||= row.kind === "deposit";
  const made = creditLines(charged, wish);
  if (!made.ok) return refuse("credit-too-much", { position: made.position, fils: made.fils });

  const seller = await sellerNow(ctx);
  const buyer =
    row.buyer ?? (await buyerNow(ctx, { customerId: row.customer_id, propertyId: row.property_id }));
  const taxed = row.title === null ? seller.trn !== null : row.title !== "invoice";
  const title: CreditNoteTitle = taxed ? "tax-credit-note" : "credit-note";

  const id = randomUUID();
  const reference = await takeNumber(ctx, "CN");
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
  const settled = await settle(ctx, invoiceId, made.totalFils, { by: "credit-note", creditNoteId: id });
  const creditFils = made.totalFils - settled;
  if (creditFils > 0) await addCredit(ctx, row.customer_id, creditFils, { creditNoteId: id });
  await emit(ctx, "invoice.credited", invoiceId, { creditNoteId: id, fils: made.totalFils }, { reason });
  return { ok: true, id, reference, totalFils: made.totalFils, creditFils };
}

/** The lines of an issued invoice that charge something, and whether a deposit was taken off. */
export async function readCharged(
  ctx: Ctx,
  invoiceId: string,
): Promise<Pick<ChargedInvoice, "lines" | "deposits">> {
  const rows = await ctx.db
    .selectFrom("invoice_lines as line")
    .selectAll("line")
    .select((eb) =>
      eb
        .selectFrom("credit_note_lines")
        .select((eb) =>
          eb.fn.coalesce(eb.fn.sum<number>("credit_note_lines.gross_fils"), eb.lit(0)).as("fils"),
        )
        .whereRef("credit_note_lines.invoice_id", "=", "line.invoice_id")
        .whereRef("credit_note_lines.invoice_position", "=", "line.position")
        .as("credited_fils"),
    )
    .where("line.invoice_id", "=", invoiceId)
    .orderBy("position")
    .execute();
  return {
    deposits: rows.some(({ deducts_id }) => deducts_id !== null),
    lines: rows
      .filter(({ deducts_id }) => deducts_id === null)
      .map((row) => ({
        position: row.position,
        description: row.description,
        quantityHundredths: row.quantity_hundredths,
        unit: row.unit,
        unitFils: row.unit_fils,
        grossFils: row.gross_fils,
        vatFils: row.vat_fils,
        vatPercent: row.vat_percent,
        creditedFils: Number(row.credited_fils),
      })),
  };
}
