import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import "./table";

/*
 * The only ways by which an invoice becomes smaller than it was asked for, in the caller's transaction. The invoice is locked
 * first, the customer's balance after it: whoever keeps this order never waits for somebody who waits for him.
 */

/** Where the money comes from. */
export type Source =
  | { by: "payment"; paymentId: string }
  | { by: "credit-note"; creditNoteId: string }
  | { by: "write-off"; writeOffId: string };

export interface OpenInvoice {
  id: string;
  customerId: string;
  reference: string;
  version: number;
  openFils: number;
}

/** An issued invoice, locked until the transaction ends; null: there is none, or it is a draft. */
export async function lockIssued(ctx: Ctx, invoiceId: string): Promise<OpenInvoice | null> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select(["id", "customer_id", "reference", "version", "open_fils"])
    .where("id", "=", invoiceId)
    .where("issued_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { id, customer_id: customerId, reference, version, open_fils: openFils } = row;
  return { id, customerId, reference: reference!, version, openFils };
}

/**
 * Settles up to `fils` of an issued invoice, never more than is open; returns how much it was. What is left of a payment or a
 * credit note has to go somewhere in the same transaction: to another invoice, or to `addCredit`. Throws on a draft.
 */
export async function settle(ctx: Ctx, invoiceId: string, fils: number, source: Source): Promise<number> {
  const invoice = await lockIssued(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  const amount = Math.min(fils, invoice.openFils);
  if (amount > 0) await addSettlement(ctx, invoice, amount, source);
  return amount;
}

/** Opens an issued invoice again by what a payment that is taken back had settled of it. Throws where that was less. */
export async function reverseSettlement(ctx: Ctx, invoiceId: string, fils: number, paymentId: string): Promise<void> {
  const invoice = await lockIssued(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  await addSettlement(ctx, invoice, -fils, { by: "payment", paymentId });
}

/**
 * Settles up to `fils` of an issued invoice out of its customer's credit, never more than is open or than there is; returns
 * how much it was.
 */
export async function settleFromCredit(ctx: Ctx, invoiceId: string, fils: number): Promise<number> {
  const invoice = await lockIssued(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  const amount = Math.min(fils, invoice.openFils, await lockCredit(ctx, invoice.customerId));
  if (amount <= 0) return 0;
  const settlementId = await addSettlement(ctx, invoice, amount, { by: "credit" });
  await ctx.db
    .insertInto("credit_entries")
    .values({
      customer_id: invoice.customerId,
      amount_fils: -amount,
      settlement_id: settlementId,
      at: ctx.now,
    })
    .execute();
  return amount;
}

/** Gives what an invoice was settled with out of the credit back to it: the invoice is open again by as much. */
export async function reverseCreditSettlement(ctx: Ctx, invoiceId: string, fils: number): Promise<void> {
  const invoice = await lockIssued(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  const settlementId = await addSettlement(ctx, invoice, -fils, { by: "credit" });
  await ctx.db
    .insertInto("credit_entries")
    .values({ customer_id: invoice.customerId, amount_fils: fils, settlement_id: settlementId, at: ctx.now })
    .execute();
}

/** What we owe a customer, in fils, locked until the transaction ends. */
export async function lockCredit(ctx: Ctx, customerId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom("customer_balances")
    .select("credit_fils")
    .where("customer_id", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
  return row?.credit_fils ?? 0;
}

/** Adds to what we owe a customer: what was paid or credited beyond what was open. Below zero: it is taken back. */
export async function addCredit(
  ctx: Ctx,
  customerId: string,
  fils: number,
  from: { paymentId: string } | { creditNoteId: string } | { refundId: string },
): Promise<void> {
  await ctx.db
    .insertInto("credit_entries")
    .values({
      customer_id: customerId,
      amount_fils: fils,
      payment_id: "paymentId" in from ? from.paymentId : null,
      credit_note_id: "creditNoteId" in from ? from.creditNoteId : null,
      refund_id: "refundId" in from ? from.refundId : null,
      at: ctx.now,
    })
    .execute();
}

async function addSettlement(
  ctx: Ctx,
  invoice: OpenInvoice,
  fils: number,
  source: Source | { by: "credit" },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto("settlements")
    .values({
      invoice_id: invoice.id,
      kind: source.by,
      amount_fils: fils,
      payment_id: source.by === "payment" ? source.paymentId : null,
      credit_note_id: source.by === "credit-note" ? source.creditNoteId : null,
      write_off_id: source.by === "write-off" ? source.writeOffId : null,
      at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const paid = invoice.openFils === fils;
  await emit(ctx, "invoice.settled", invoice.id, { by: source.by, fils, paid });
  return id;
}
