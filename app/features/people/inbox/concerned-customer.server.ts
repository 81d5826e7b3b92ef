import { type RawBuilder, sql } from "kysely";
import { coversEvent } from "~/platform/mail/mail.server";

/** SQL: customer of the record of an audit trail entry; null for records without a customer. */
function customerOfEntry(
  trailId: "messages.trailId" | "mails.trailId" | "mailEvents.trailId",
): RawBuilder<string | null> {
  return sql`(SELECT CASE subject_type
      WHEN 'booking' THEN (SELECT customer_id FROM bookings WHERE id = subject_id::uuid)
      WHEN 'quote' THEN (SELECT customer_id FROM quotes WHERE id = subject_id::uuid)
      WHEN 'contract' THEN (SELECT customer_id FROM contracts WHERE id = subject_id::uuid)
      WHEN 'invoice' THEN (SELECT customer_id FROM invoices WHERE id = subject_id::uuid)
      WHEN 'payment' THEN (SELECT customer_id FROM payments WHERE id = subject_id::uuid)
      WHEN 'refund' THEN (SELECT customer_id FROM refunds WHERE id = subject_id::uuid)
      WHEN 'account' THEN (SELECT id FROM customers WHERE user_id = subject_id::uuid)
      WHEN 'customer' THEN subject_id::uuid
    END FROM trail WHERE trail.id = ${sql.ref(trailId)})`;
}

/**
 * Condition: the text or email is about a record of the customer, or about none of a customer. Customers who share a
 * phone or an email see only their own, and emails of several events of which one is theirs.
 * `customerId`: null for a sender who is no customer yet.
 */
export function concernsCustomer(
  customerId: string | null,
  trailId: "messages.trailId" | "mails.trailId",
): RawBuilder<boolean> {
  if (customerId === null) return sql`true`;
  const customer = sql`${customerId}::uuid`;
  const isFirst = sql<boolean>`coalesce(${customerOfEntry(trailId)}, ${customer}) = ${customer}`;
  if (trailId === "messages.trailId") return isFirst;
  const isOther = sql<boolean>`${customerOfEntry("mailEvents.trailId")} = ${customer}`;
  return sql`(${isFirst} OR ${coversEvent(isOther)})`;
}
