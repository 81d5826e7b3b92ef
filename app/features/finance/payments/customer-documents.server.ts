import { type RawBuilder, sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import { documentPath } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { addMinutes, dubaiDate } from "~/platform/time";
import { requireCompanyDetails } from "../../core/business/read-settings.server";
import { invoicePath } from "../invoices/document.server";
import { isInvoiceOverdue } from "../invoices/invoice";
import { firstRetainedDay } from "../invoices/purge-documents.server";
import { quotePath } from "../quotes/link/quote-link.server";
import { depositDue } from "./deposits/amount-due.server";
import { RECEIPT_FILE } from "./receipt.server";
import type { BookingMoney, CustomerInvoiceLink, CustomerReceipt } from "./views";

/** Documents and payments for customers. The caller must check access. */

type LinkConfig = Pick<Config, "secret">;

/** Receipt of a checkout; null if unpaid or reversed. */
export async function findCheckoutReceipt(
  ctx: Ctx,
  config: LinkConfig,
  id: string,
): Promise<CustomerReceipt | null> {
  const paid = sql<boolean>`id = (SELECT payment_id FROM checkouts WHERE id = ${id})`;
  return (await listReceipts(ctx, config, { paid, refunded: sql<boolean>`false` }))[0] ?? null;
}

/** Lifetime of a receipt's link in minutes; the page renews it. */
const RECEIPT_LINK_MIN = 7 * 24 * 60;
const MAX_SHOWN = 100;

/**
 * Receipts of payments and refunds of some invoices, newest first. `of`: SQL condition on the table
 * `invoices`.
 */
export function listReceiptsOfInvoices(
  ctx: Ctx,
  config: LinkConfig,
  of: RawBuilder<boolean>,
): Promise<CustomerReceipt[]> {
  const settled = (payment: RawBuilder<unknown>) =>
    sql<boolean>`EXISTS (SELECT FROM settlements JOIN invoices ON invoices.id = invoice_id
      WHERE settlements.payment_id = ${payment} AND ${of})`;
  return listReceipts(ctx, config, {
    paid: settled(sql`payments.id`),
    refunded: settled(sql`refunds.payment_id`),
  });
}

/** Receipts of the signed-in customer, newest first, including payments without an invoice. */
export const listMyReceipts = query("account.use", function listMyReceipts(ctx, config: LinkConfig) {
  const own = sql<boolean>`customer_id IN (SELECT id FROM customers WHERE user_id = ${userIdOf(ctx.actor)})`;
  return listReceipts(ctx, config, { paid: own, refunded: own });
});

/** SQL: day on which a refund was paid out, as on its receipt. */
const refundDay = sql<string>`coalesce(paid_on, dubai_day(recorded_at))`;

/**
 * Excludes voided payments, incomplete refunds, documents beyond their retention, and receipts that wait for the
 * company details.
 */
async function listReceipts(
  ctx: Ctx,
  config: LinkConfig,
  conditions: { paid: RawBuilder<boolean>; refunded: RawBuilder<boolean> },
): Promise<CustomerReceipt[]> {
  const first = await firstRetainedDay(ctx);
  const { ok: hasDetails } = await requireCompanyDetails(ctx);
  const available = (owner: RawBuilder<unknown>) =>
    hasDetails
      ? sql<boolean>`true`
      : sql<boolean>`EXISTS (SELECT FROM files WHERE files.owner_id = ${owner} AND files.kind = ${RECEIPT_FILE})`;
  const paid = await ctx.db
    .selectFrom("payments")
    .select(["id", "reference", "method", "amountFils", "receivedOn", "recordedAt"])
    .whereRef("reversedFils", "<", "amountFils")
    .where("receivedOn", ">=", first)
    .where(conditions.paid)
    .where(available(sql`payments.id`))
    .orderBy("receivedOn", "desc")
    .orderBy("recordedAt", "desc")
    .limit(MAX_SHOWN)
    .execute();
  const refunded = await ctx.db
    .selectFrom("refunds")
    .select(["id", "reference", "method", "amountFils", "recordedAt"])
    .select(refundDay.as("day"))
    .where("state", "=", "done")
    .where(refundDay, ">=", first)
    .where(conditions.refunded)
    .where(available(sql`refunds.id`))
    .orderBy(refundDay, "desc")
    .orderBy("recordedAt", "desc")
    .limit(MAX_SHOWN)
    .execute();
  const until = addMinutes(ctx.now, RECEIPT_LINK_MIN);
  return [
    // At the same instant the payment comes before the refund.
    ...refunded.map((row) => ({ ...row, kind: "refund" as const })),
    ...paid.map((row) => ({ ...row, kind: "payment" as const, day: row.receivedOn })),
  ]
    .sort((a, b) => b.day.localeCompare(a.day) || b.recordedAt.getTime() - a.recordedAt.getTime())
    .slice(0, MAX_SHOWN)
    .map(({ id, reference, kind, method, amountFils, day }) => ({
      reference,
      kind,
      method,
      fils: amountFils,
      receivedOn: day,
      path: documentPath(config, { kind: "receipt", id, reference }, until),
    }));
}

export async function listInvoiceLinks(
  ctx: Ctx,
  config: LinkConfig,
  of: RawBuilder<boolean>,
): Promise<CustomerInvoiceLink[]> {
  const today = dubaiDate(ctx.now);
  const rows = await ctx.db
    .selectFrom("invoices")
    .select(["id", "reference", "kind", "dueDate", "totalFils", "openFils", "heldFils", "linkVersion"])
    .where("issuedAt", "is not", null)
    .where(of)
    .orderBy("issuedAt")
    .orderBy("reference")
    .execute();
  return rows.map(({ id, reference, kind, dueDate, totalFils, openFils, heldFils, linkVersion }) => ({
    reference: reference!,
    kind,
    totalFils,
    openFils,
    dueDate: dueDate!,
    overdue: isInvoiceOverdue({ openFils, heldFils, dueDate }, today),
    path: invoicePath(ctx, config, { id, reference: reference!, dueDate: dueDate!, linkVersion }),
  }));
}

/** Unused deposit of the quote from which the booking was created. */
async function findPaidDeposit(ctx: Ctx, bookingId: string): Promise<BookingMoney["paidDeposit"]> {
  const row = await ctx.db
    .selectFrom("quotes")
    .innerJoin("quoteAnswers", (join) =>
      join.onRef("quoteAnswers.quoteId", "=", "quotes.id").on("answer", "=", "approved"),
    )
    .innerJoin("quoteRevisions", (join) =>
      join
        .onRef("quoteRevisions.quoteId", "=", "quotes.id")
        .onRef("quoteRevisions.number", "=", "quoteAnswers.revision"),
    )
    .innerJoin("invoices", "invoices.quoteId", "quotes.id")
    .select("depositRule as rule")
    .select(
      sql<number>`sum(invoices.total_fils - invoices.credited_fils - invoices.deducted_fils)::bigint`.as(
        "fils",
      ),
    )
    .where("workBookingId", "=", bookingId)
    .where("quotes.state", "=", "converted")
    .where("invoices.kind", "=", "deposit")
    .where("invoices.issuedAt", "is not", null)
    .groupBy("depositRule")
    .executeTakeFirst();
  return row && row.fils > 0 ? row : null;
}

/** SQL: invoice of the booking or of its quote. */
function isInvoiceOf(bookingId: string): RawBuilder<boolean> {
  return sql<boolean>`(invoices.booking_id = ${bookingId}
    OR invoices.quote_id IN (SELECT id FROM quotes WHERE work_booking_id = ${bookingId}))`;
}

/**
 * SQL: invoice to show with the booking. Until an approved quote has its own booking, its deposit is shown
 * with the booking for which the quote was written.
 */
function isShownWith(bookingId: string): RawBuilder<boolean> {
  return sql<boolean>`(${isInvoiceOf(bookingId)}
    OR invoices.quote_id IN (SELECT id FROM quotes WHERE work_booking_id IS NULL AND booking_id = ${bookingId}))`;
}

/**
 * Invoiced price of a booking less credit notes, in fils. Null before the invoice of the work is issued,
 * because a deposit invoice alone is not the price.
 */
export async function findFinalPrice(ctx: Ctx, bookingId: string): Promise<number | null> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select(sql<number>`sum(total_fils - credited_fils)::bigint`.as("fils"))
    .select(sql<boolean>`bool_or(kind = 'invoice')`.as("isInvoiced"))
    .where("issuedAt", "is not", null)
    .where(isInvoiceOf(bookingId))
    .executeTakeFirstOrThrow();
  return row.isInvoiced ? row.fils : null;
}

export async function getBookingMoney(
  ctx: Ctx,
  config: LinkConfig,
  bookingId: string,
): Promise<BookingMoney> {
  const of = isShownWith(bookingId);
  const [invoices, receipts, priceFils, deposit, paidDeposit] = await Promise.all([
    listInvoiceLinks(ctx, config, of),
    listReceiptsOfInvoices(ctx, config, of),
    findFinalPrice(ctx, bookingId),
    ctx.db
      .selectFrom("quotes as document")
      .select(["id", "reference", "validUntil", "linkVersion", depositDue().as("fils")])
      .where(
        sql<boolean>`(work_booking_id = ${bookingId} OR (work_booking_id IS NULL AND booking_id = ${bookingId}))`,
      )
      .where(depositDue(), ">", 0)
      .executeTakeFirst(),
    findPaidDeposit(ctx, bookingId),
  ]);
  return {
    priceFils,
    invoices,
    receipts,
    paidDeposit,
    deposit: deposit
      ? {
          fils: deposit.fils,
          path: quotePath(ctx, config, {
            id: deposit.id,
            reference: deposit.reference,
            validUntil: deposit.validUntil!,
            linkVersion: deposit.linkVersion,
          }),
        }
      : null,
  };
}
