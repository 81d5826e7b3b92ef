import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { lockIssuedInvoice } from "../../invoices/settle.server";
import { findAmountDue } from "../deposits/amount-due.server";
import { payDeposit } from "../deposits/pay-deposit.server";
import {
  type ChequeTransition,
  chequeTransitions,
  chequeTransitionsFrom,
  heldChequeStates,
} from "../payment";
import { lockPayment, reversePayment, takePayment } from "../take-payment.server";

export interface NewCheque {
  customerId: string;
  /** Invoice or deposit that it pays. Without both it pays open invoices. */
  invoiceId: string | null;
  quoteId: string | null;
  number: string;
  bank: string;
  /** First Dubai day on which it may be deposited. */
  dated: string;
  fils: number;
}

/**
 * Records a cheque in hand. It pays nothing until it has cleared. Refused beyond what is due and not covered
 * by earlier cheques.
 */
export const receiveCheque = command("payments.record", async function receiveCheque(ctx, cheque: NewCheque) {
  const { customerId, invoiceId, quoteId, number, bank, dated, fils } = cheque;
  const customer = await ctx.db
    .selectFrom("customers")
    .select("id")
    .where("id", "=", customerId)
    .where("mergedInto", "is", null)
    .executeTakeFirst();
  if (!customer) return refuse("customer-unknown");
  if (invoiceId) {
    const invoice = await lockIssuedInvoice(ctx, invoiceId);
    if (invoice?.customerId !== customerId) return refuse("not-found");
    const leftFils =
      invoice.openFils + invoice.writtenOffFils - (await sumHeldCheques(ctx, "invoiceId", invoiceId));
    if (fils > leftFils) return refuse("cheques-exceed-due", { fils: Math.max(leftFils, 0) });
  }
  if (quoteId) {
    // Serialises cheques for one deposit.
    await ctx.db.selectFrom("quotes").select("id").where("id", "=", quoteId).forUpdate().execute();
    const due = await findAmountDue(ctx, "quote", { id: quoteId });
    if (due?.customerId !== customerId) return refuse("not-found");
    if (due.fils === 0) return refuse("no-deposit");
    const leftFils = due.fils - (await sumHeldCheques(ctx, "quoteId", quoteId));
    if (fils > leftFils) return refuse("cheques-exceed-due", { fils: Math.max(leftFils, 0) });
  }
  const id = randomUUID();
  return mapConstraintToRefusal(ctx, "unique", refuse("cheque-exists"), async (ctx) => {
    await ctx.db
      .insertInto("cheques")
      .values({
        id,
        customerId,
        invoiceId,
        quoteId,
        number,
        bank,
        dated,
        amountFils: fils,
        receivedAt: ctx.now,
      })
      .execute();
    await emit(ctx, "cheque.received", id, { fils });
    return { ok: true as const, id };
  });
});

/** Changes the state of a cheque. A cleared cheque becomes a payment; a later bounce reverses it. */
export const transitionCheque = command(
  "payments.record",
  async function transitionCheque(ctx, id: string, move: ChequeTransition, version: number) {
    const cheque = await ctx.db
      .selectFrom("cheques")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!cheque) return refuse("not-found");
    if (cheque.version !== version) return refuse("stale");
    if (!chequeTransitionsFrom(cheque.state).includes(move)) return refuse("wrong-state");
    // The bank would return a post-dated cheque.
    if (move === "deposit" && cheque.dated > dubaiDate(ctx.now)) return refuse("cheque-not-due");

    let { paymentId } = cheque;
    if (move === "clear") {
      const { customerId, invoiceId, quoteId, amountFils, number, bank } = cheque;
      const cleared = {
        method: "cheque" as const,
        fils: amountFils,
        receivedOn: dubaiDate(ctx.now),
        note: `${bank} ${number}`,
      };
      const invoiceIds = invoiceId ? [invoiceId] : await openInvoicesOf(ctx, customerId);
      const deposit = quoteId ? await payDeposit(ctx, quoteId, cleared) : null;
      const payment = deposit?.ok ? deposit : await takePayment(ctx, { ...cleared, customerId, invoiceIds });
      paymentId = payment.id;
    }
    if (move === "bounce" && cheque.state === "cleared") {
      const payment = await lockPayment(ctx, { id: cheque.paymentId! });
      const done = payment && (await reversePayment(ctx, payment, payment.leftFils, "cheque"));
      if (!done) return refuse("already-refunded");
      paymentId = null;
    }
    const { to } = chequeTransitions[move];
    await ctx.db
      .updateTable("cheques")
      .set({ state: to, version: sql`version + 1`, paymentId })
      .where("id", "=", id)
      .execute();
    await emit(
      ctx,
      "cheque.state-changed",
      id,
      { transition: move, from: cheque.state, to },
      { before: { state: cheque.state }, after: { state: to } },
    );
    return { ok: true };
  },
);

/** Cheques in hand or with the bank for an invoice or a deposit. */
async function sumHeldCheques(ctx: Ctx, target: "invoiceId" | "quoteId", id: string): Promise<number> {
  const { fils } = await ctx.db
    .selectFrom("cheques")
    .select(sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"))
    .where("state", "in", [...heldChequeStates])
    .where(target, "=", id)
    .executeTakeFirstOrThrow();
  return fils;
}

async function openInvoicesOf(ctx: Ctx, customerId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("invoices")
    .select("id")
    .where("customerId", "=", customerId)
    .where("state", "in", ["issued", "part_paid"])
    .orderBy("dueDate")
    .orderBy("reference")
    .execute();
  return rows.map(({ id }) => id);
}
