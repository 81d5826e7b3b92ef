import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { openDocument } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { dubaiDate } from "~/platform/time";
import { matchesOwnTextOrCustomer } from "../../core/customers/search.server";
import { loadPaymentInstructions } from "../invoices/document.server";
import { isInvoiceOverdue } from "../invoices/invoice";
import { listInvoiceLinks, listReceiptsOfInvoices } from "./customer-documents.server";
import { type AmountDue, depositDue, findAmountDue, type Payable } from "./deposits/amount-due.server";
import { type ChequeState, chequeTransitions, isChequeHeld, type PaymentMethod } from "./payment";
import type {
  ChequeDetail,
  ChequeRow,
  CustomerMoney,
  InstalmentRow,
  PaymentDetail,
  PaymentRow,
  PayoutRow,
  ToPay,
} from "./views";

interface PaymentQuery {
  /** Part of a number, note, customer name or phone. */
  search?: string;
  method?: PaymentMethod;
  /** Dubai days, both included. */
  from?: string;
  until?: string;
}
export type PaymentFilter = PaymentQuery & PageParams;

/** Billing name: the company, if any. */
const billedName = sql<string>`coalesce(customers.company, customers.name)`;

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
  let rowsQuery = payments(ctx);
  if (filter.method) rowsQuery = rowsQuery.where("method", "=", filter.method);
  if (filter.from) rowsQuery = rowsQuery.where("receivedOn", ">=", filter.from);
  if (filter.until) rowsQuery = rowsQuery.where("receivedOn", "<=", filter.until);
  if (filter.search)
    rowsQuery = rowsQuery.where(await matchesOwnTextOrCustomer(ctx, "payments", filter.search));
  const { rows, nextCursor } = await readPage(rowsQuery, latestFirst, filter);
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
    const history = await ctx.db
      .selectFrom("trail")
      .leftJoin("trailValues", "trailValues.trailId", "trail.id")
      .select(["trail.id", "trail.type", "trail.data", "trail.at", "trailValues.actorName"])
      .where("subjectType", "=", "payment")
      .where("subjectId", "=", id)
      .orderBy("trail.id")
      .execute();
    return {
      ...rowOf(row),
      payout: row.providerPayout ? { reference: row.providerPayout, arrivedOn: row.arrivedOn! } : null,
      provider: row.provider ? { name: row.provider, payment: row.providerPayment! } : null,
      refunds: refunds.map((refund) => ({
        id: refund.id,
        reference: refund.reference,
        fils: refund.amountFils,
        state: refund.state,
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

export interface ChequeFilter extends PageParams {
  search?: string;
  state?: ChequeState;
  /** In hand and ready to deposit. */
  due?: "yes";
}

const byDate = keyset("asc", ["day", "cheques.dated"], ["id", "cheques.id"]);

/** Lists cheques by deposit day, with the number due today. */
export const listCheques = query("invoices.read", async function listCheques(ctx, filter: ChequeFilter) {
  const today = dubaiDate(ctx.now);
  let rowsQuery = cheques(ctx);
  if (filter.state) rowsQuery = rowsQuery.where("cheques.state", "=", filter.state);
  if (filter.due) rowsQuery = rowsQuery.where("cheques.state", "=", "received").where("dated", "<=", today);
  if (filter.search)
    rowsQuery = rowsQuery.where(await matchesOwnTextOrCustomer(ctx, "cheques", filter.search));
  const { rows, nextCursor } = await readPage(rowsQuery, byDate, filter);
  const due = await ctx.db
    .selectFrom("cheques")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"),
    ])
    .where("state", "=", "received")
    .where("dated", "<=", today)
    .executeTakeFirstOrThrow();
  return { cheques: rows.map((row) => chequeOf(row, today)), due, nextCursor };
});

export const findCheque = query(
  "invoices.read",
  async function findCheque(ctx, id: string): Promise<ChequeDetail | null> {
    const row = await cheques(ctx).where("cheques.id", "=", id).executeTakeFirst();
    if (!row) return null;
    const movements = await ctx.db
      .selectFrom("chequeMovements")
      .select(["transition", "day"])
      .where("chequeId", "=", id)
      .orderBy("number")
      .execute();
    return {
      ...chequeOf(row, dubaiDate(ctx.now)),
      dates: [
        { state: "received", day: dubaiDate(row.receivedAt) },
        ...movements.map(({ transition, day }) => ({ state: chequeTransitions[transition].to, day })),
      ],
    };
  },
);

function cheques(ctx: Ctx) {
  return ctx.db
    .selectFrom("cheques")
    .innerJoin("customers", "customers.id", "cheques.customerId")
    .leftJoin("invoices", "invoices.id", "cheques.invoiceId")
    .leftJoin("quotes", "quotes.id", "cheques.quoteId")
    .leftJoin("contracts", "contracts.id", "cheques.contractId")
    .leftJoin("payments", "payments.id", "cheques.paymentId")
    .selectAll("cheques")
    .select([
      "payments.reference as paymentReference",
      billedName.as("customerName"),
      "invoices.reference as invoiceReference",
      "quotes.reference as quoteReference",
      "contracts.reference as contractReference",
    ]);
}

function chequeOf(
  row: Awaited<ReturnType<ReturnType<typeof cheques>["execute"]>>[number],
  today: string,
): ChequeRow {
  return {
    id: row.id,
    version: row.version,
    customer: { id: row.customerId, name: row.customerName },
    number: row.number,
    bank: row.bank,
    dated: row.dated,
    fils: row.amountFils,
    state: row.state,
    invoice: linkTo(row.invoiceId, row.invoiceReference),
    quote: linkTo(row.quoteId, row.quoteReference),
    contract: linkTo(row.contractId, row.contractReference),
    payment: linkTo(row.paymentId, row.paymentReference),
    readyToDeposit: row.state === "received" && row.dated <= today,
  };
}

function linkTo(id: string | null, reference: string | null) {
  return id && reference ? { id, reference } : null;
}

/** Instalments of a contract with their invoices in effect and their cheques. */
export const listContractInstalments = query(
  "invoices.read",
  async function listContractInstalments(ctx, contractId: string): Promise<InstalmentRow[]> {
    const rows = await ctx.db
      .selectFrom("contractInstalments as part")
      .leftJoin("invoices", (join) =>
        join
          .onRef("invoices.contractId", "=", "part.contractId")
          .onRef("invoices.instalment", "=", "part.number")
          .on("issuedAt", "is not", null)
          .on("uncreditedFils", ">", 0),
      )
      .select(["part.number", "part.dueDate", "part.startsOn", "part.endsOn", "part.amountFils"])
      .select(["invoices.id", "invoices.reference", "openFils"])
      .where("part.contractId", "=", contractId)
      .orderBy("part.number")
      .execute();
    const ids = rows.flatMap(({ id }) => id ?? []);
    const cheques = await ctx.db
      .selectFrom("cheques")
      .select(["id", "number", "dated", "amountFils", "state", "invoiceId", "instalment"])
      .where("state", "<>", "returned")
      .where((eb) => eb.or([eb("invoiceId", "=", anyOf(ids)), eb("contractId", "=", contractId)]))
      .orderBy("dated")
      .orderBy("id")
      .execute();
    return rows.map(({ id, reference, openFils, amountFils, ...instalment }) => {
      const own = cheques.filter((cheque) =>
        id ? cheque.invoiceId === id : cheque.instalment === instalment.number,
      );
      const heldFils = own.filter(isChequeHeld).reduce((sum, cheque) => sum + cheque.amountFils, 0);
      return {
        ...instalment,
        fils: amountFils,
        invoice: id && reference ? { id, reference, openFils: openFils! } : null,
        cheques: own.map(({ id, number, dated, amountFils, state }) => ({
          ...{ id, number, dated, fils: amountFils, state },
        })),
        uncoveredFils: Math.max((openFils ?? amountFils) - heldFils, 0),
      };
    });
  },
);

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
