import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { lockContract } from "../../contracts/lock-contract.server";
import { issueInstalment } from "../../invoices/contract/instalments.server";
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
import { refuseMovementDay } from "./movement-day";

export interface NewCheque {
  customerId: string;
  /** Invoice or deposit that it pays. Without both it pays open invoices. */
  invoiceId: string | null;
  quoteId: string | null;
  /** Instalment that it pays; from its invoice on, that invoice. */
  instalment?: { contractId: string; number: number } | null;
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
  const { customerId, quoteId, instalment = null, number, bank, dated, fils } = cheque;
  let { invoiceId } = cheque;
  const customer = await ctx.db
    .selectFrom("customers")
    .select("id")
    .where("id", "=", customerId)
    .where("mergedInto", "is", null)
    .executeTakeFirst();
  if (!customer) return refuse("customer-unknown");
  let pending: { contractId: string; instalment: number } | null = null;
  if (instalment) {
    const due = await lockInstalment(ctx, instalment);
    if (due?.customerId !== customerId) return refuse("not-found");
    if (due.contractState !== "requested" && due.contractState !== "active") return refuse("wrong-state");
    invoiceId = due.invoiceId;
    if (!invoiceId) pending = { contractId: instalment.contractId, instalment: instalment.number };
  }
  const target = { customerId, invoiceId, quoteId, contractId: null, instalment: null, ...pending };
  const leftFils = await lockUncoveredFils(ctx, target);
  if (leftFils === null) return refuse(quoteId ? "no-deposit" : "not-found");
  if (fils > leftFils) return refuse("cheques-exceed-due", { fils: Math.max(leftFils, 0) });
  if (quoteId && fils < leftFils) return refuse("deposit-in-full", { fils: leftFils });
  const id = randomUUID();
  return mapConstraintToRefusal(ctx, "unique", refuse("cheque-exists"), async (ctx) => {
    await ctx.db
      .insertInto("cheques")
      .values({
        id,
        customerId,
        invoiceId,
        quoteId,
        ...pending,
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

/**
 * Changes the state of a cheque. A cleared cheque becomes a payment; a later bounce reverses it. `day`: Dubai day of the
 * movement, from that of the one before until today.
 */
export const transitionCheque = command(
  "payments.record",
  async function transitionCheque(
    ctx,
    id: string,
    move: ChequeTransition,
    version: number,
    day: string = dubaiDate(ctx.now),
  ) {
    await lockContractOfCheque(ctx, id);
    const cheque = await ctx.db
      .selectFrom("cheques")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!cheque) return refuse("not-found");
    if (cheque.version !== version) return refuse("stale");
    if (!chequeTransitionsFrom(cheque.state).includes(move)) return refuse("wrong-state");
    const before = await findLastMovement(ctx, id);
    const misdated = refuseMovementDay(ctx, day, before?.day ?? dubaiDate(cheque.receivedAt));
    if (misdated) return misdated;
    // The bank would return a post-dated cheque.
    if (move === "deposit" && cheque.dated > day) return refuse("cheque-not-due");
    if (move === "deposit" && cheque.state === "bounced") {
      // The customer may have paid otherwise since.
      const leftFils = (await lockUncoveredFils(ctx, cheque)) ?? 0;
      if (cheque.amountFils > leftFils) return refuse("cheques-exceed-due", { fils: Math.max(leftFils, 0) });
    }

    let { paymentId } = cheque;
    if (move === "clear") {
      const { customerId, quoteId, amountFils, number, bank } = cheque;
      const invoiceId = cheque.invoiceId ?? (await issuePaidInstalment(ctx, cheque));
      if (invoiceId === "refused") return refuse("instalment-not-invoiced");
      const cleared = {
        method: "cheque" as const,
        fils: amountFils,
        receivedOn: day,
        note: `${bank} ${number}`,
      };
      const invoiceIds = invoiceId ? [invoiceId] : await openInvoicesOf(ctx, customerId);
      const deposit = quoteId ? await payDeposit(ctx, quoteId, cleared) : null;
      const payment = deposit?.ok ? deposit : await takePayment(ctx, { ...cleared, customerId, invoiceIds });
      paymentId = payment.id;
    }
    if (move === "bounce" && cheque.state === "cleared") {
      const payment = await lockPayment(ctx, { id: cheque.paymentId! });
      const done = payment && (await reversePayment(ctx, payment, payment.leftFils, { why: "cheque", day }));
      if (!done) return refuse("already-refunded");
      paymentId = null;
    }
    await ctx.db
      .insertInto("chequeMovements")
      .values({ chequeId: id, number: (before?.number ?? 0) + 1, transition: move, day, recordedAt: ctx.now })
      .execute();
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

function findLastMovement(ctx: Ctx, chequeId: string) {
  return ctx.db
    .selectFrom("chequeMovements")
    .select(["number", "day"])
    .where("chequeId", "=", chequeId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
}

interface ChequeTarget {
  customerId: string;
  invoiceId: string | null;
  quoteId: string | null;
  contractId: string | null;
  instalment: number | null;
}

/**
 * Due of what a cheque pays, less other cheques in hand for it. Unlimited without a target, null if nothing can be
 * due. Locks the target, so that concurrent cheques are compared with each other.
 */
async function lockUncoveredFils(ctx: Ctx, target: ChequeTarget): Promise<number | null> {
  const { customerId, invoiceId, quoteId, contractId, instalment } = target;
  if (invoiceId) {
    const invoice = await lockIssuedInvoice(ctx, invoiceId);
    if (invoice?.customerId !== customerId) return null;
    return invoice.openFils + invoice.writtenOffFils - (await sumHeldCheques(ctx, { invoiceId }));
  }
  if (quoteId) {
    await ctx.db.selectFrom("quotes").select("id").where("id", "=", quoteId).forUpdate().execute();
    const due = await findAmountDue(ctx, "quote", { id: quoteId });
    if (due?.customerId !== customerId || due.fils === 0) return null;
    return due.fils - (await sumHeldCheques(ctx, { quoteId }));
  }
  if (contractId && instalment) {
    const due = await lockInstalment(ctx, { contractId, number: instalment });
    if (due?.customerId !== customerId) return null;
    return due.fils - (await sumHeldCheques(ctx, { contractId, instalment }));
  }
  return Number.POSITIVE_INFINITY;
}

/** Cheques in hand or with the bank for an invoice, a deposit or an instalment. */
async function sumHeldCheques(
  ctx: Ctx,
  target: { invoiceId: string } | { quoteId: string } | { contractId: string; instalment: number },
): Promise<number> {
  const { fils } = await ctx.db
    .selectFrom("cheques")
    .select(sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"))
    .where("state", "in", [...heldChequeStates])
    .where((eb) => eb.and(target))
    .executeTakeFirstOrThrow();
  return fils;
}

/**
 * Issues the invoice of an instalment whose cheque cleared before its due date, because the payment is the tax
 * point. Null if the cheque pays no instalment, or its contract was cancelled.
 */
async function issuePaidInstalment(
  ctx: Ctx,
  { contractId, instalment }: { contractId: string | null; instalment: number | null },
): Promise<string | "refused" | null> {
  if (!contractId || !instalment) return null;
  const due = await lockInstalment(ctx, { contractId, number: instalment });
  if (!due || due.contractState === "cancelled") return null;
  const issued = await issueInstalment(ctx, contractId, instalment);
  if (issued.ok) return issued.id;
  // Credited in full: the cheque pays other invoices.
  return issued.reason === "already-invoiced" ? null : "refused";
}

/** Locks the contract before the cheque, in the order in which the issue of an instalment locks both. */
async function lockContractOfCheque(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .selectFrom("contracts")
    .select("id")
    .where("id", "=", (eb) => eb.selectFrom("cheques").select("contractId").where("id", "=", id))
    .forUpdate()
    .execute();
}

/** Instalment of a locked contract, with its invoice in effect. */
async function lockInstalment(ctx: Ctx, { contractId, number }: { contractId: string; number: number }) {
  const contract = await lockContract(ctx, contractId);
  if (!contract) return null;
  const row = await ctx.db
    .selectFrom("contractInstalments")
    .leftJoin("invoices", (join) =>
      join
        .onRef("invoices.contractId", "=", "contractInstalments.contractId")
        .onRef("invoices.instalment", "=", "contractInstalments.number")
        .on("issuedAt", "is not", null)
        .on("uncreditedFils", ">", 0),
    )
    .select(["invoices.id as invoiceId", "amountFils as fils"])
    .where("contractInstalments.contractId", "=", contractId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row ? { ...row, customerId: contract.customerId, contractState: contract.state } : null;
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
