import { sql } from "kysely";
import type { Ctx } from "~/platform/context";

/** Payable record: an issued invoice, or the deposit of an approved quote. */
export type Payable = { kind: "invoice" | "quote"; id: string };

export interface AmountDue extends Payable {
  reference: string;
  customerId: string;
  /** Account of the customer. */
  userId: string | null;
  email: string | null;
  language: string;
  linkVersion: number;
  /** Amount due now; 0 if nothing is due. */
  fils: number;
}

/** Amount due of a payable record; null if unknown. Drafts and unanswered quotes have nothing due. */
export async function findAmountDue(
  ctx: Ctx,
  kind: Payable["kind"],
  by: { id: string } | { reference: string },
): Promise<AmountDue | null> {
  const row =
    kind === "invoice"
      ? await ctx.db
          .selectFrom("invoices as document")
          .innerJoin("customers", "customers.id", "document.customerId")
          .select(["document.id", "document.reference", "customerId", "userId", "email", "document.language"])
          .select("document.linkVersion")
          .select("document.openFils as fils")
          .where("issuedAt", "is not", null)
          .where("id" in by ? "document.id" : "document.reference", "=", "id" in by ? by.id : by.reference)
          .executeTakeFirst()
      : await ctx.db
          .selectFrom("quotes as document")
          .innerJoin("customers", "customers.id", "document.customerId")
          .select(["document.id", "document.reference", "customerId", "userId", "email", "document.language"])
          .select("document.linkVersion")
          .select(depositDue().as("fils"))
          .where("id" in by ? "document.id" : "document.reference", "=", "id" in by ? by.id : by.reference)
          .executeTakeFirst();
  if (!row) return null;
  return {
    kind,
    id: row.id,
    reference: row.reference!,
    customerId: row.customerId,
    userId: row.userId,
    email: row.email,
    language: row.language,
    linkVersion: row.linkVersion,
    fils: row.fils,
  };
}

/** SQL: deposit due of a quote aliased `document`, until it is paid, fully invoiced or cancelled. */
export function depositDue() {
  return sql<number>`(CASE WHEN document.state IN ('approved', 'converted') AND NOT ${depositAwaitsInvoice()} AND NOT EXISTS (
    SELECT FROM bookings WHERE bookings.id = document.work_booking_id AND bookings.state IN ('cancelled', 'declined')) AND NOT EXISTS (
    SELECT FROM invoices WHERE invoices.quote_id = document.id AND issued_at IS NOT NULL)
    THEN document.deposit_fils ELSE 0 END)::bigint`;
}

/** SQL: the card deposit of a quote aliased `document` is paid but not invoiced. */
export function depositAwaitsInvoice() {
  return sql<boolean>`(NOT EXISTS (SELECT FROM invoices WHERE invoices.quote_id = document.id AND issued_at IS NOT NULL)
    AND EXISTS (SELECT FROM checkouts AS paid JOIN payments ON payments.id = paid.payment_id
      JOIN customer_balances ON customer_balances.customer_id = document.customer_id
      WHERE paid.quote_id = document.id AND payments.customer_id = document.customer_id
        AND payments.amount_fils - payments.reversed_fils - payments.refunded_fils >= document.deposit_fils
        AND credit_fils >= document.deposit_fils))`;
}
