import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { lockIssuedInvoice, settleFromCredit } from "../../invoices/settle.server";
import { applyHeldChequeChoice, lockHeldCheques } from "../held-cheques.server";
import { type HeldChequeChoice, type RecordedMethod, recordedMethods } from "../payment";
import { lockPayment, reversePayment, takePayment } from "../take-payment.server";

export interface RecordPaymentInput {
  customerId: string;
  method: RecordedMethod;
  fils: number;
  /** Dubai day. */
  receivedOn: string;
  note: string;
  /** Invoices to pay, earliest due date first. Empty: all of it becomes credit. */
  invoiceIds: readonly string[];
  /** Open and written-off amount of these invoices as the user saw it. */
  seenOpenFils: number;
  /** The user confirmed that the excess becomes credit. */
  creditRemainder: boolean;
  /** The user confirmed that it is not a duplicate. */
  allowDuplicate: boolean;
  /** Required if cheques for these invoices are in hand or with the bank. */
  heldCheques?: HeldChequeChoice | null;
}

export const recordPayment = command(
  "payments.record",
  async function recordPayment(ctx, input: RecordPaymentInput) {
    if (!(await lockCustomerPayments(ctx, input.customerId))) return refuse("customer-unknown");
    // Before the invoices, in the order in which a cheque that clears locks both.
    const cheques = await lockHeldCheques(ctx, { invoiceIds: input.invoiceIds });
    const invoices = [];
    for (const id of [...new Set(input.invoiceIds)].sort()) {
      const invoice = await lockIssuedInvoice(ctx, id);
      if (invoice?.customerId !== input.customerId) return refuse("not-found");
      invoices.push(invoice);
    }
    const openFils = invoices.reduce((sum, invoice) => sum + invoice.openFils + invoice.writtenOffFils, 0);
    if (openFils !== input.seenOpenFils) return refuse("stale");
    const excessFils = input.fils - openFils;
    if (excessFils > 0 && !input.creditRemainder) return refuse("over-payment", { excessFils });
    if (!input.allowDuplicate) {
      const duplicate = await findDuplicatePayment(ctx, input);
      if (duplicate) return refuse("same-payment", { reference: duplicate });
    }
    const applied = await applyHeldChequeChoice(ctx, cheques, input.heldCheques);
    if (!applied.ok) return applied;
    const { customerId, method, fils, receivedOn, note } = input;
    const invoiceIds = await byDueDate(ctx, input.invoiceIds);
    return takePayment(ctx, { customerId, method, fils, receivedOn, note, invoiceIds });
  },
);

/** Serialises payments of a customer, so that concurrent duplicates are detected. */
async function lockCustomerPayments(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("customers")
    .select("id")
    .where("id", "=", id)
    .where("mergedInto", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function findDuplicatePayment(ctx: Ctx, input: RecordPaymentInput): Promise<string | null> {
  const row = await ctx.db
    .selectFrom("payments")
    .select("reference")
    .where("customerId", "=", input.customerId)
    .where("method", "=", input.method)
    .where("amountFils", "=", input.fils)
    .where("receivedOn", "=", input.receivedOn)
    .where("reversedFils", "=", 0)
    .executeTakeFirst();
  return row?.reference ?? null;
}

async function byDueDate(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("invoices")
    .select("id")
    .where("id", "in", ids)
    .orderBy("dueDate")
    .orderBy("reference")
    .execute();
  return rows.map(({ id }) => id);
}

/** Voids a payment recorded by mistake, which reopens what it settled. */
export const voidPayment = command(
  "payments.record",
  async function voidPayment(ctx, id: string, reason: string) {
    const payment = await lockPayment(ctx, { id });
    if (!payment) return refuse("not-found");
    if (payment.reversedFils > 0) return refuse("payment-reversed");
    if (!(recordedMethods as readonly string[]).includes(payment.method))
      return refuse("recorded-automatically");
    const done = await reversePayment(ctx, payment, payment.leftFils, { why: "mistake", reason });
    return done ? { ok: true } : refuse("already-refunded");
  },
);

/**
 * Applies the customer's credit to an invoice, up to the open amount. `seenOpenFils`: open amount that the
 * user saw.
 */
export const payFromCredit = command(
  "payments.record",
  async function payFromCredit(ctx, invoiceId: string, seenOpenFils: number) {
    const invoice = await lockIssuedInvoice(ctx, invoiceId);
    if (!invoice) return refuse("not-found");
    if (invoice.openFils !== seenOpenFils) return refuse("stale");
    if (invoice.openFils === 0) return refuse("nothing-open");
    const fils = await settleFromCredit(ctx, invoiceId, invoice.openFils);
    return fils > 0 ? { ok: true, fils } : refuse("credit-too-small", { creditFils: 0 });
  },
);
