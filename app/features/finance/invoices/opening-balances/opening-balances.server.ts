import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import type { OpeningBalances } from "../views";
import type { Series } from "./opening-balances";

/** True once an own invoice was issued, which locks the opening balances. */
export async function hasIssuedInvoices(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select("id")
    .where("issuedAt", "is not", null)
    .where("kind", "<>", "opening")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Last number of each series this year: `counted` by the counters, or `used` by existing documents. */
export async function loadLastNumbers(ctx: Ctx, basis: "counted" | "used"): Promise<Record<Series, number>> {
  const year = dubaiDate(ctx.now).slice(0, 4);
  const highest = (table: string, prefix: string) =>
    sql<number>`(SELECT coalesce(max(right(reference, 6)::int), 0) FROM ${sql.table(table)}
      WHERE reference LIKE ${`${prefix}-${year}-%`})`;
  const counted = (kind: string) =>
    sql<number>`(SELECT coalesce(max(value), 0)::int FROM counters WHERE kind = ${kind} AND year = ${Number(year)})`;
  const lastNumber = (table: string, kind: string) =>
    basis === "used" ? highest(table, kind) : counted(kind);
  const { rows } = await sql<Record<Series, number>>`SELECT ${lastNumber("invoices", "INV")} AS invoice,
    ${lastNumber("credit_notes", "CN")} AS "creditNote", ${lastNumber("quotes", "QT")} AS quote,
    ${basis === "used" ? sql`(SELECT count(*)::int FROM payments)` : sql`(SELECT CASE WHEN is_called THEN last_value ELSE 0 END::int FROM receipt_numbers)`} AS receipt`.execute(
    ctx.db,
  );
  const { invoice, creditNote, quote, receipt } = rows[0]!;
  return { invoice, creditNote, receipt, quote };
}

export const getOpeningBalances = query(
  "books.import-opening-balances",
  async function getOpeningBalances(ctx): Promise<OpeningBalances> {
    const [locked, numbers, sums] = await Promise.all([
      hasIssuedInvoices(ctx),
      loadLastNumbers(ctx, "counted"),
      sql<{ invoices: number; fils: number; credits: number; creditFils: number }>`SELECT
      (SELECT count(*)::int FROM invoices WHERE kind = 'opening') AS invoices,
      (SELECT coalesce(sum(total_fils), 0)::bigint FROM invoices WHERE kind = 'opening') AS fils,
      (SELECT count(*)::int FROM opening_credits) AS credits,
      (SELECT coalesce(sum(amount_fils), 0)::bigint FROM opening_credits) AS "creditFils"`.execute(ctx.db),
    ]);
    return { locked, numbers, ...sums.rows[0]! };
  },
);
