import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { StatementEntry } from "../invoice";
import type { Statement } from "../views";
import { loadAgeing } from "./ageing.server";

export interface StatementQuery {
  customerId: string;
  /** Days in Asia/Dubai, both inclusive. */
  from: string;
  to: string;
}

export const findStatement = query("invoices.read", function findStatement(ctx, query: StatementQuery) {
  return readStatement(ctx, query);
});

/** Statement of the signed-in customer; null for accounts without a customer record. */
export const findMyStatement = query(
  "account.use",
  async function findMyStatement(ctx, period: Omit<StatementQuery, "customerId">): Promise<Statement | null> {
    const customer = await ctx.db
      .selectFrom("customers")
      .select("id")
      .where("userId", "=", userIdOf(ctx.actor))
      .executeTakeFirst();
    return customer ? readStatement(ctx, { customerId: customer.id, ...period }) : null;
  },
);

async function readStatement(ctx: Ctx, { customerId, from, to }: StatementQuery): Promise<Statement | null> {
  const customer = await ctx.db
    .selectFrom("customers")
    .select(["id", "name", "company"])
    .where("id", "=", customerId)
    .executeTakeFirst();
  if (!customer) return null;
  const { rows: opening } = await sql<{ fils: string | null }>`
    SELECT sum(fils) AS fils FROM (${statementEntries(customerId)}) AS entry WHERE day < ${from}`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ day: string; what: StatementEntry; reference: string; fils: string }>`
    SELECT day::text, what, reference, fils FROM (${statementEntries(customerId)}) AS entry
    WHERE day BETWEEN ${from} AND ${to} ORDER BY day, place, reference`.execute(ctx.db);
  const credit = await ctx.db
    .selectFrom("customerBalances")
    .select("creditFils")
    .where("customerId", "=", customerId)
    .executeTakeFirst();
  const openingFils = Number(opening[0]?.fils ?? 0);
  const entries = rows.map(({ day, what, reference, fils }) => ({
    date: day,
    kind: what,
    reference,
    amountFils: Number(fils),
  }));
  return {
    customer: { id: customer.id, name: customer.company ?? customer.name },
    from,
    to,
    openingFils,
    entries,
    closingFils: entries.reduce((sum, { amountFils }) => sum + amountFils, openingFils),
    ageing: await loadAgeing(ctx, customerId),
    creditFils: credit?.creditFils ?? 0,
  };
}

/**
 * Settlements and credit entries are left out, because they only allocate payments and credit notes. A
 * reversal is its own entry on its own day.
 */
function statementEntries(customerId: string) {
  const dubai = (at: string) => sql`(${sql.raw(at)} AT TIME ZONE 'Asia/Dubai')::date`;
  return sql`
    SELECT issue_date AS day, 1 AS place, CASE kind WHEN 'opening' THEN 'opening' ELSE title END AS what, reference, total_fils AS fils
      FROM invoices WHERE customer_id = ${customerId} AND issued_at IS NOT NULL
    UNION ALL
    SELECT as_of, 1, 'opening', '', -amount_fils FROM opening_credits WHERE customer_id = ${customerId}
    UNION ALL
    SELECT credit_notes.issue_date, 2, credit_notes.title, credit_notes.reference, -credit_notes.total_fils
      FROM credit_notes JOIN invoices ON invoices.id = invoice_id WHERE customer_id = ${customerId}
    UNION ALL
    SELECT received_on, 3, 'payment', reference, -amount_fils FROM payments WHERE customer_id = ${customerId}
    UNION ALL
    SELECT coalesce(part.day, ${dubai("part.at")}), 4, 'reversal', payments.reference, -sum(part.amount_fils)
      FROM payments
      JOIN (SELECT payment_id, amount_fils, at, day FROM settlements UNION ALL SELECT payment_id, amount_fils, at, day FROM credit_entries) AS part
        ON part.payment_id = payments.id AND (part.at <> payments.recorded_at OR part.day IS NOT NULL)
      WHERE customer_id = ${customerId}
      GROUP BY part.at, part.day, payments.reference HAVING sum(part.amount_fils) <> 0
    UNION ALL
    SELECT CASE WHEN credit_entries.amount_fils < 0 AND paid_on IS NOT NULL THEN paid_on ELSE ${dubai("credit_entries.at")} END, 5, 'refund', coalesce(payments.reference, ''), -credit_entries.amount_fils
      FROM credit_entries JOIN refunds ON refunds.id = refund_id LEFT JOIN payments ON payments.id = refunds.payment_id
      WHERE credit_entries.customer_id = ${customerId}
    UNION ALL
    SELECT ${dubai("recorded_at")}, 6, 'write-off', invoices.reference, -amount_fils
      FROM write_offs JOIN invoices ON invoices.id = invoice_id WHERE customer_id = ${customerId}
    UNION ALL
    SELECT day, 7, 'write-off-reversed', invoices.reference, write_off_reversals.amount_fils
      FROM write_off_reversals JOIN write_offs ON write_offs.id = write_off_id JOIN invoices ON invoices.id = invoice_id
      WHERE customer_id = ${customerId}`;
}
