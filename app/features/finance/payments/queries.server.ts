import { type RawBuilder, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { openDocument } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { dubaiDate } from "~/platform/time";
import { billedName } from "../../core/customers/billed-name.server";
import { matchesOwnTextOrCustomer } from "../../core/customers/search.server";
import { loadPaymentInstructions } from "../invoices/document.server";
import { isInvoiceOverdue } from "../invoices/invoice";
import { chequeOf, cheques } from "./cheque-rows.server";
import { listInvoiceLinks, listReceiptsOfInvoices } from "./customer-documents.server";
import { type AmountDue, depositDue, findAmountDue, type Payable } from "./deposits/amount-due.server";
import type { PaymentMethod } from "./payment";
import { findDetailsForReceipt, findRefundsWithReceipt } from "./receipt.server";
import type { CustomerMoney, PaymentDetail, PaymentRow, PayoutRow, ToPay } from "./views";

interface PaymentQuery {
  /** Part of a number, note, customer name or phone. */
  search?: string;
  method?: PaymentMethod;
  /** Dubai days, both included. */
  from?: string;
  until?: string;
}
export type PaymentFilter = PaymentQuery & PageParams;

const latestFirst = keyset("desc", ["day", "payments.receivedOn"], ["text", "payments.reference"]);

export const listPayments = query("invoices.read", function listPayments(ctx, filter: PaymentFilter) {
  return readPayments(ctx, filter);
});

const EXPORTED_AT_ONCE = 500;

/** Iterates over all pages, so that an export needs little memory. */
export const eachPageOfPayments = query(
  "invoices.read",
  async function eachPageOfPayments(ctx, filter: PaymentQuery) {
    return iteratePages(ctx, filter);
  },
);

async function* iteratePages(ctx: Ctx, filter: PaymentQuery): AsyncGenerator<PaymentRow[]> {
  let cursor: string | undefined;
  do {
    const page = await readPayments(ctx, { ...filter, cursor, limit: EXPORTED_AT_ONCE });
    yield page.payments;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

async function readPayments(ctx: Ctx, filter: PaymentFilter) {
  const filters: RawBuilder<boolean>[] = [];
  if (filter.method) filters.push(sql`payments.method = ${filter.method}`);
  if (filter.from) filters.push(sql`payments.received_on >= ${filter.from}`);
  if (filter.until) filters.push(sql`payments.received_on <= ${filter.until}`);
  if (filter.search) {
    const page = { table: "payments", filters: [...filters], order: latestFirst, params: filter } as const;
    filters.push(await matchesOwnTextOrCustomer(ctx, filter.search, page));
  }
  const filtered = filters.reduce((rows, condition) => rows.where(condition), payments(ctx));
  const { rows, nextCursor } = await readPage(filtered, latestFirst, filter);
  return { payments: rows.map(rowOf), nextCursor };
}

export const findPayment = query(
  "invoices.read",
  async function findPayment(ctx, id: string): Promise<PaymentDetail | null> {
    const row = await payments(ctx)
      .leftJoin("payouts", "payouts.id", "payments.payoutId")
      .select(["providerPayout", "arrivedOn"])
      .where("payments.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const refunds = await ctx.db
      .selectFrom("refunds")
      .selectAll()
      .where("paymentId", "=", id)
      .orderBy("recordedAt")
      .execute();
    const withReceipt = await findRefundsWithReceipt(ctx, refunds);
    const history = await ctx.db
      .selectFrom("trail")
      .leftJoin("trailValues", (join) =>
        join
          .onRef("trailValues.trailId", "=", "trail.id")
          .on(isInMonthsSince("trailValues.trailId", row.recordedAt)),
      )
      .select(["trail.id", "trail.type", "trail.data", "trail.at", "trailValues.actorName"])
      .where("subjectType", "=", "payment")
      .where("subjectId", "=", id)
      .where(isInMonthsSince("trail.id", row.recordedAt))
      .orderBy("trail.id")
      .execute();
    return {
      ...rowOf(row),
      receiptNeeds: await findDetailsForReceipt(ctx, id),
      payout: row.providerPayout ? { reference: row.providerPayout, arrivedOn: row.arrivedOn! } : null,
      provider: row.provider ? { name: row.provider, payment: row.providerPayment! } : null,
      refunds: refunds.map((refund) => ({
        id: refund.id,
        reference: refund.reference,
        fils: refund.amountFils,
        state: refund.state,
        hasReceipt: withReceipt.has(refund.id),
        reason: refund.reason,
        day: refund.paidOn ?? dubaiDate(refund.recordedAt),
        recordedAt: refund.recordedAt.toISOString(),
      })),
      history: history.map(({ id, type, data, at, actorName }) => ({
        id,
        type,
        fils: (data as { fils?: number }).fils ?? null,
        actorName,
        at: at.toISOString(),
      })),
    };
  },
);

function payments(ctx: Ctx) {
  return ctx.db
    .selectFrom("payments")
    .innerJoin("customers", "customers.id", "payments.customerId")
    .leftJoin("users", "users.id", "payments.recordedBy")
    .selectAll("payments")
    .select([billedName.as("customerName"), "users.name as recorder"])
    .select([
      sql<{ id: string; reference: string; fils: number }[]>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', part.id, 'reference', part.reference, 'fils', part.fils) ORDER BY part.reference)
        FROM (SELECT invoices.id, invoices.reference, sum(amount_fils) AS fils FROM settlements
          JOIN invoices ON invoices.id = invoice_id WHERE payment_id = payments.id
          GROUP BY invoices.id HAVING sum(amount_fils) <> 0) AS part), '[]')`.as("towards"),
      sql<number>`coalesce((SELECT sum(amount_fils) FROM credit_entries WHERE payment_id = payments.id), 0)::bigint`.as(
        "creditFils",
      ),
    ]);
}

type PaymentRecord = Awaited<ReturnType<ReturnType<typeof payments>["execute"]>>[number];

function rowOf(row: PaymentRecord): PaymentRow {
  return {
    id: row.id,
    reference: row.reference,
    customer: { id: row.customerId, name: row.customerName },
    method: row.method,
    fils: row.amountFils,
    remainingFils: row.amountFils - row.reversedFils - row.refundedFils,
    reversedFils: row.reversedFils,
    refundedFils: row.refundedFils,
    feeFils: row.feeFils,
    receivedOn: row.receivedOn,
    note: row.note,
    allocations: row.towards,
    creditFils: row.creditFils,
    recordedBy: row.recorder,
    recordedAt: row.recordedAt.toISOString(),
  };
}

const newestPayout = keyset("desc", ["day", "payouts.arrivedOn"], ["id", "payouts.id"]);

/** Lists payouts with fees, newest first. */
export const listPayouts = query("invoices.read", async function listPayouts(ctx, filter: PageParams) {
  const rowsQuery = ctx.db
    .selectFrom("payouts")
    .selectAll()
    // Sums for the page only, because a join would aggregate all payouts.
    .select([
      sql<{ paid: number; fees: number; payments: number }>`(
        SELECT json_build_object('paid', coalesce(sum(amount_fils), 0), 'fees', coalesce(sum(fee_fils), 0), 'payments', count(*))
        FROM payments WHERE payout_id = payouts.id)`.as("paid"),
      sql<{ other: number; dispute: number }>`(
        SELECT json_build_object('other', coalesce(sum(amount_fils) FILTER (WHERE kind = 'other'), 0),
          'dispute', coalesce(sum(amount_fils) FILTER (WHERE kind = 'dispute'), 0))
        FROM provider_fees WHERE payout_id = payouts.id)`.as("charged"),
    ]);
  const { rows, nextCursor } = await readPage(rowsQuery, newestPayout, filter);
  const payouts = rows.map((row): PayoutRow => {
    const { paid, charged, amountFils: fils } = row;
    const feeFils = paid.fees + charged.other;
    return {
      id: row.id,
      reference: row.providerPayout,
      arrivedOn: row.arrivedOn,
      failedOn: row.failedOn,
      fils,
      paidFils: paid.paid,
      feeFils,
      disputeFeeFils: charged.dispute,
      reserveFils: row.reserveFils,
      topUpFils: row.topUpFils,
      otherFils: fils - paid.paid + feeFils + charged.dispute - row.reserveFils - row.topUpFils,
      payments: paid.payments,
    };
  });
  return { payouts, nextCursor };
});

/** Balance, credit and payments of a customer; null if unknown. */
export const findCustomerMoney = query(
  "invoices.read",
  async function findCustomerMoney(ctx, id: string): Promise<CustomerMoney | null> {
    const customer = await ctx.db
      .selectFrom("customers")
      .leftJoin("customerBalances", "customerBalances.customerId", "customers.id")
      .select(["customers.id", "name", "creditFils"])
      .where("customers.id", "=", id)
      .executeTakeFirst();
    if (!customer) return null;
    const today = dubaiDate(ctx.now);
    const open = await ctx.db
      .selectFrom("invoices")
      .select(["id", "reference", "dueDate", "openFils", "heldFils"])
      .where("customerId", "=", id)
      .where("state", "in", ["issued", "part_paid"])
      .orderBy("dueDate")
      .orderBy("reference")
      .execute();
    const writtenOff = await ctx.db
      .selectFrom("invoices")
      .select(["id", "reference", "dueDate", "writtenOffFils"])
      .where("customerId", "=", id)
      .where("writtenOffFils", ">", 0)
      .orderBy("issueDate", "desc")
      .limit(50)
      .execute();
    const deposits = await ctx.db
      .selectFrom("quotes as document")
      .select(["document.id", "document.reference", depositDue().as("fils")])
      .where("customerId", "=", id)
      .where(depositDue(), ">", 0)
      .orderBy("document.reference")
      .execute();
    const cards = await ctx.db
      .selectFrom("payments")
      .select(["id", "reference", "receivedOn"])
      .select(sql<number>`(amount_fils - reversed_fils - refunded_fils)::bigint`.as("leftFils"))
      .where("customerId", "=", id)
      .where("provider", "is not", null)
      .where(sql<boolean>`amount_fils > reversed_fils + refunded_fils`)
      .orderBy("receivedOn", "desc")
      .limit(50)
      .execute();
    const held = await cheques(ctx)
      .where("cheques.customerId", "=", id)
      .orderBy("dated", "desc")
      .limit(50)
      .execute();
    const refunds = await ctx.db
      .selectFrom("refunds")
      .selectAll()
      .where("customerId", "=", id)
      .orderBy("recordedAt", "desc")
      .limit(50)
      .execute();
    const withReceipt = await findRefundsWithReceipt(ctx, refunds);
    return {
      customer: { id, name: customer.name },
      creditFils: customer.creditFils ?? 0,
      openInvoices: open.map((row) => ({
        id: row.id,
        reference: row.reference!,
        dueDate: row.dueDate!,
        overdue: isInvoiceOverdue(row, today),
        openFils: row.openFils,
      })),
      writtenOff: writtenOff.map(({ id, reference, dueDate, writtenOffFils }) => ({
        id,
        reference: reference!,
        dueDate: dueDate!,
        writtenOffFils,
      })),
      deposits: deposits.map(({ id: quoteId, reference, fils }) => ({ quoteId, reference, fils })),
      cardPayments: cards.map(({ id, reference, leftFils, receivedOn }) => ({
        id,
        reference,
        remainingFils: leftFils,
        receivedOn,
      })),
      cheques: held.map((row) => chequeOf(row, today)),
      refunds: refunds.map((row) => ({
        id: row.id,
        reference: row.reference,
        method: row.method,
        fils: row.amountFils,
        state: row.state,
        hasReceipt: withReceipt.has(row.id),
        reason: row.reason,
        day: row.paidOn ?? dubaiDate(row.recordedAt),
        recordedAt: row.recordedAt.toISOString(),
      })),
    };
  },
);

export interface ToPayAddress {
  kind: Payable["kind"];
  reference: string;
  /** Key of the emailed link; empty for signed-in customers. */
  key: string;
}

type ToPayConfig = Pick<Config, "secret"> & {
  /** Cards are accepted. */
  cards: boolean;
};

/** Amount due of an invoice or deposit, methods, and payments; null without access. */
export const findToPay = query(
  "website.open-link",
  async function findToPay(
    ctx,
    config: ToPayConfig,
    { kind, reference, key }: ToPayAddress,
  ): Promise<ToPay | null> {
    const due = await findAmountDue(ctx, kind, { reference });
    const opened = due && openDocument(ctx, config, due, key);
    return opened?.as === "customer" ? getToPay(opened.ctx, config, due!) : null;
  },
);

/** Like `findToPay`, for a payable record that the caller has loaded. */
export const getToPay = query(
  "invoices.pay",
  async function getToPay(ctx, config: ToPayConfig, { kind, id, fils }: AmountDue): Promise<ToPay> {
    const of =
      kind === "invoice" ? sql<boolean>`invoices.id = ${id}` : sql<boolean>`invoices.quote_id = ${id}`;
    const [{ bank }, invoices, receipts] = await Promise.all([
      loadPaymentInstructions(ctx, null),
      kind === "quote" ? listInvoiceLinks(ctx, config, of) : [],
      listReceiptsOfInvoices(ctx, config, of),
    ]);
    return { fils, cards: config.cards, bank, invoices, receipts };
  },
);
