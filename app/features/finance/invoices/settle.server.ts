import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { dubaiDate } from "~/platform/time";
import { changeOfRelief } from "./bad-debt-relief";
import type { WriteOffReversal } from "./invoice";

/*
 * The only functions that settle invoices or reverse settlements, in the caller's transaction. Lock the
 * invoice before the customer's balance to avoid deadlocks.
 */

export type SettlementSource =
  /**
   * `day`: Dubai day on which a recovered bad debt is posted; default today. `restoredOn`: Dubai day on which a reversed
   * payment came back.
   */
  | { by: "payment"; paymentId: string; day?: string; restoredOn?: string }
  | { by: "credit-note"; creditNoteId: string }
  | { by: "write-off"; writeOffId: string };

export interface OpenInvoice {
  id: string;
  customerId: string;
  reference: string;
  issueDate: string;
  version: number;
  openFils: number;
  writtenOffFils: number;
}

/** Locked until the transaction ends. Null for drafts and unknown invoices. */
export async function lockIssuedInvoice(ctx: Ctx, invoiceId: string): Promise<OpenInvoice | null> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select(["id", "customerId", "reference", "issueDate", "version", "openFils", "writtenOffFils"])
    .where("id", "=", invoiceId)
    .where("issuedAt", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, reference: row.reference!, issueDate: row.issueDate! };
}

/**
 * Settles at most the open amount and returns the settled amount. A credit note first reverses what was
 * written off; a payment recovers it after the open amount (docs/domain.md, "Money"). The caller must book
 * the rest in the same transaction, on another invoice or with `addCustomerCredit`. Throws on a draft.
 */
export async function settleInvoice(
  ctx: Ctx,
  invoiceId: string,
  fils: number,
  source: SettlementSource,
): Promise<number> {
  const invoice = await lockIssuedInvoice(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  const reversedFils = writtenOffToReverse(invoice, fils, source.by);
  if (source.by !== "write-off") await reverseWriteOffs(ctx, invoice, reversedFils, source);
  const openFils = invoice.openFils + reversedFils;
  const amount = Math.min(fils, openFils);
  const restoredOn = source.by === "payment" ? source.restoredOn : undefined;
  if (amount > 0) await addSettlement(ctx, { ...invoice, openFils }, amount, source, restoredOn);
  return amount;
}

function writtenOffToReverse(
  { openFils, writtenOffFils }: OpenInvoice,
  fils: number,
  by: SettlementSource["by"],
): number {
  if (by === "credit-note") return Math.min(fils, writtenOffFils);
  if (by === "payment") return Math.min(Math.max(fils - openFils, 0), writtenOffFils);
  return 0;
}

/** Reopens a locked invoice by `fils` of its write-offs, newest first. */
export async function reverseWriteOffs(
  ctx: Ctx,
  invoice: OpenInvoice,
  fils: number,
  cause: Exclude<SettlementSource, { by: "write-off" }> | { by: "office"; reason: string },
): Promise<void> {
  if (fils === 0) return;
  const writeOffs = await ctx.db
    .selectFrom("settlements")
    .select(["writeOffId", sql<number>`sum(amount_fils)::bigint`.as("leftFils")])
    .select(sql<string>`dubai_day(min(at))::text`.as("writtenOffOn"))
    .where("invoiceId", "=", invoice.id)
    .where("kind", "=", "write-off")
    .groupBy("writeOffId")
    .orderBy(sql`max(id)`, "desc")
    .execute();
  const kind = reversalKinds[cause.by];
  const reason = cause.by === "office" ? cause.reason : null;
  const relief = await findRelievedAmounts(ctx, invoice.id);
  // A payment that was received before the write-off recovers it on the day of the write-off.
  const writtenOffDays = writeOffs.map(({ writtenOffOn }) => writtenOffOn);
  const day = latestDay([(cause.by === "payment" && cause.day) || dubaiDate(ctx.now), ...writtenOffDays]);
  let toReverse = fils;
  for (const { writeOffId, leftFils } of writeOffs) {
    const amountFils = Math.min(toReverse, leftFils);
    if (amountFils === 0) continue;
    toReverse -= amountFils;
    const id = randomUUID();
    await ctx.db
      .insertInto("writeOffReversals")
      .values({
        id,
        writeOffId: writeOffId!,
        kind,
        amountFils,
        creditNoteId: cause.by === "credit-note" ? cause.creditNoteId : null,
        paymentId: cause.by === "payment" ? cause.paymentId : null,
        reason,
        day,
        recordedBy: userIdOf(ctx.actor),
        recordedAt: ctx.now,
      })
      .execute();
    await ctx.db
      .insertInto("settlements")
      .values({
        invoiceId: invoice.id,
        kind: "write-off",
        amountFils: -amountFils,
        writeOffId,
        writeOffReversalId: id,
        at: ctx.now,
      })
      .execute();
    const leftOfAll = invoice.writtenOffFils - (fils - toReverse);
    relief.relievedFils = await reverseRelief(ctx, invoice.id, relief, { id, day, leftFils: leftOfAll });
    await emit(ctx, "invoice.write-off-reversed", invoice.id, { kind, fils: amountFils }, { reason });
  }
}

interface RelievedAmounts {
  totalFils: number;
  vatFils: number;
  /** Written-off amount whose VAT was taken back, VAT included. */
  relievedFils: number;
  /** Day of the latest claim. */
  claimedOn: string | null;
}

async function findRelievedAmounts(ctx: Ctx, invoiceId: string): Promise<RelievedAmounts> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select(["totalFils", "vatFils"])
    .select((eb) =>
      eb
        .selectFrom("badDebtReliefs")
        .select(sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"))
        .whereRef("invoiceId", "=", "invoices.id")
        .as("relievedFils"),
    )
    .select((eb) =>
      eb
        .selectFrom("badDebtReliefs")
        .select(sql<string>`max(day)::text`.as("day"))
        .whereRef("invoiceId", "=", "invoices.id")
        .where("amountFils", ">", 0)
        .as("claimedOn"),
    )
    .where("id", "=", invoiceId)
    .executeTakeFirstOrThrow();
  return { ...row, relievedFils: row.relievedFils ?? 0 };
}

/**
 * Declares VAT again that was taken back for a bad debt, as far as it exceeds what is still written off. Returns the
 * amount that stays relieved.
 */
async function reverseRelief(
  ctx: Ctx,
  invoiceId: string,
  { relievedFils, claimedOn, ...invoice }: RelievedAmounts,
  { id, day, leftFils }: { id: string; day: string; leftFils: number },
): Promise<number> {
  if (relievedFils <= leftFils) return relievedFils;
  await ctx.db
    .insertInto("badDebtReliefs")
    .values({
      id: randomUUID(),
      invoiceId,
      writeOffReversalId: id,
      // In the same return as a claim that the payment precedes, which was not due then.
      day: latestDay([day, ...(claimedOn ? [claimedOn] : [])]),
      ...changeOfRelief(invoice, relievedFils, leftFils),
      recordedBy: userIdOf(ctx.actor),
      recordedAt: ctx.now,
    })
    .execute();
  return leftFils;
}

const latestDay = (days: readonly string[]): string => days.reduce((a, b) => (a > b ? a : b));

const reversalKinds = {
  "credit-note": "credited",
  payment: "recovered",
  office: "undone",
} as const satisfies Record<string, WriteOffReversal>;

/**
 * Reopens an invoice by an amount that a voided payment had settled, on `day`; default today. The database rejects more
 * than that.
 */
export async function reverseSettlement(
  ctx: Ctx,
  invoiceId: string,
  fils: number,
  paymentId: string,
  day?: string,
): Promise<void> {
  const invoice = await lockIssuedInvoice(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  await addSettlement(ctx, invoice, -fils, { by: "payment", paymentId }, day);
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

/** On `reversedOn`, but not before the invoice was settled from the credit; default today. */
export async function reverseCreditSettlement(
  ctx: Ctx,
  invoiceId: string,
  fils: number,
  reversedOn?: string,
): Promise<void> {
  const invoice = await lockIssuedInvoice(ctx, invoiceId);
  if (!invoice) throw new Error(`Invoice ${invoiceId} was not issued`);
  const { settledOn } = await ctx.db
    .selectFrom("settlements")
    .select(sql<string>`max(coalesce(day, dubai_day(at)))::text`.as("settledOn"))
    .where("invoiceId", "=", invoiceId)
    .where("kind", "=", "credit")
    .executeTakeFirstOrThrow();
  const day = reversedOn && latestDay([reversedOn, settledOn]);
  const settlementId = await addSettlement(ctx, invoice, -fils, { by: "credit" }, day);
  await ctx.db
    .insertInto("creditEntries")
    .values({ customerId: invoice.customerId, amountFils: fils, settlementId, at: ctx.now, day })
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
 * back, on `day`; default today.
 */
export async function addCustomerCredit(
  ctx: Ctx,
  customerId: string,
  fils: number,
  from: { paymentId: string } | { creditNoteId: string } | { refundId: string },
  day?: string,
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
      day,
    })
    .execute();
}

async function addSettlement(
  ctx: Ctx,
  invoice: OpenInvoice,
  fils: number,
  source: SettlementSource | { by: "credit" },
  day?: string,
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
      day,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const paid = invoice.openFils === fils;
  await emit(ctx, "invoice.settled", invoice.id, { by: source.by, fils, paid });
  return id;
}
