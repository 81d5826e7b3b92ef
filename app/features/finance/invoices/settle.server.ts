import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";

/*
 * The only functions that settle invoices or reverse settlements, in the caller's transaction. Lock the
 * invoice before the customer's balance to avoid deadlocks.
 */

export type SettlementSource =
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

/** Locked until the transaction ends. Null for drafts and unknown invoices. */
export async function lockIssuedInvoice(ctx: Ctx, invoiceId: string): Promise<OpenInvoice | null> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select(["id", "customerId", "reference", "version", "openFils"])
    .where("id", "=", invoiceId)
    .where("issuedAt", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { id, customerId, reference, version, openFils } = row;
  return { id, customerId, reference: reference!, version, openFils };
}

/**
 * Settles at most the open amount and returns the settled amount. The caller must book the rest in the same
 * transaction, on another invoice or with `addCustomerCredit`. Throws on a draft.
 */
export async function settleInvoice(
  ctx: Ctx,
  invoiceId: string,
  fils: number,
  source: SettlementSource,
): Promise<number> {
  const invoice = await lockIssuedInvoice(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  const amount = Math.min(fils, invoice.openFils);
  if (amount > 0) await addSettlement(ctx, invoice, amount, source);
  return amount;
}

/** Reopens an invoice by an amount that a voided payment had settled. The database rejects more than that. */
export async function reverseSettlement(
  ctx: Ctx,
  invoiceId: string,
  fils: number,
  paymentId: string,
): Promise<void> {
  const invoice = await lockIssuedInvoice(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  await addSettlement(ctx, invoice, -fils, { by: "payment", paymentId });
}

/**
 * Settles from the customer's credit, at most the open amount and the credit available. Returns the settled
 * amount.
 */
export async function settleFromCredit(ctx: Ctx, invoiceId: string, fils: number): Promise<number> {
  const invoice = await lockIssuedInvoice(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  const amount = Math.min(fils, invoice.openFils, await lockCustomerCredit(ctx, invoice.customerId));
  if (amount <= 0) return 0;
  const settlementId = await addSettlement(ctx, invoice, amount, { by: "credit" });
  await ctx.db
    .insertInto("creditEntries")
    .values({
      customerId: invoice.customerId,
      amountFils: -amount,
      settlementId,
      at: ctx.now,
    })
    .execute();
  return amount;
}

export async function reverseCreditSettlement(ctx: Ctx, invoiceId: string, fils: number): Promise<void> {
  const invoice = await lockIssuedInvoice(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  const settlementId = await addSettlement(ctx, invoice, -fils, { by: "credit" });
  await ctx.db
    .insertInto("creditEntries")
    .values({ customerId: invoice.customerId, amountFils: fils, settlementId, at: ctx.now })
    .execute();
}

/** Customer credit in fils, locked until the transaction ends. */
export async function lockCustomerCredit(ctx: Ctx, customerId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom("customerBalances")
    .select("creditFils")
    .where("customerId", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
  return row?.creditFils ?? 0;
}

/**
 * Books customer credit, for overpayments and credit notes on paid invoices. Negative amounts take credit
 * back.
 */
export async function addCustomerCredit(
  ctx: Ctx,
  customerId: string,
  fils: number,
  from: { paymentId: string } | { creditNoteId: string } | { refundId: string },
): Promise<void> {
  await ctx.db
    .insertInto("creditEntries")
    .values({
      customerId,
      amountFils: fils,
      paymentId: "paymentId" in from ? from.paymentId : null,
      creditNoteId: "creditNoteId" in from ? from.creditNoteId : null,
      refundId: "refundId" in from ? from.refundId : null,
      at: ctx.now,
    })
    .execute();
}

async function addSettlement(
  ctx: Ctx,
  invoice: OpenInvoice,
  fils: number,
  source: SettlementSource | { by: "credit" },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto("settlements")
    .values({
      invoiceId: invoice.id,
      kind: source.by,
      amountFils: fils,
      paymentId: source.by === "payment" ? source.paymentId : null,
      creditNoteId: source.by === "credit-note" ? source.creditNoteId : null,
      writeOffId: source.by === "write-off" ? source.writeOffId : null,
      at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const paid = invoice.openFils === fils;
  await emit(ctx, "invoice.settled", invoice.id, { by: source.by, fils, paid });
  return id;
}
