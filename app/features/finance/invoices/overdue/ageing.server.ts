import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";
import type { AgeingBucket } from "../office/invoice-filter";
import type { Ageing } from "../views";
import { isOverdue } from "./overdue.server";

export const getAgeing = query("invoices.read", function getAgeing(ctx) {
  return loadAgeing(ctx);
});

/** Open amounts by days overdue, of one customer or of all. */
export async function loadAgeing(ctx: Ctx, customerId?: string): Promise<Ageing> {
  const today = dubaiDate(ctx.now);
  const open = customerId
    ? sql`SELECT ageing_date(invoices) AS due_date, open_fils FROM invoices
        WHERE state IN ('issued', 'part_paid') AND customer_id = ${customerId}`
    : sql`SELECT due_date, open_fils FROM open_amounts`;
  const { rows } = await sql<Record<"notDue" | Exclude<AgeingBucket, "not-due">, string | null>>`
    SELECT sum(open_fils) FILTER (WHERE due_date >= ${today}) AS not_due,
      sum(open_fils) FILTER (WHERE due_date < ${today} AND due_date >= ${addDays(today, -30)}) AS to30,
      sum(open_fils) FILTER (WHERE due_date < ${addDays(today, -30)} AND due_date >= ${addDays(today, -60)}) AS to60,
      sum(open_fils) FILTER (WHERE due_date < ${addDays(today, -60)} AND due_date >= ${addDays(today, -90)}) AS to90,
      sum(open_fils) FILTER (WHERE due_date < ${addDays(today, -90)}) AS older
    FROM (${open}) AS open
  `.execute(ctx.db);
  const [row] = rows;
  const fils = (sum: string | null | undefined) => Number(sum ?? 0);
  return {
    notDueFils: fils(row?.notDue),
    to30Fils: fils(row?.to30),
    to60Fils: fils(row?.to60),
    to90Fils: fils(row?.to90),
    olderFils: fils(row?.older),
  };
}

/** Count and total of overdue invoices, like `isInvoiceOverdue`. */
export async function loadOverdue(ctx: Ctx): Promise<{ count: number; fils: number }> {
  const today = dubaiDate(ctx.now);
  const { rows } = await sql<{ count: number; fils: number; isCounted: boolean }>`
    SELECT coalesce(sum(open_count), 0)::bigint AS count, coalesce(sum(open_fils), 0)::bigint AS fils,
      count(*) = count(open_count) AS is_counted
    FROM open_amounts WHERE due_date < ${today}`.execute(ctx.db);
  const { count, fils, isCounted } = rows[0]!;
  if (isCounted) return { count, fils };
  const counted = await ctx.db
    .selectFrom("invoices")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(isOverdue(today))
    .executeTakeFirstOrThrow();
  return { count: counted.count, fils };
}

/**
 * Merges the deltas of each due date into one row, in a single statement so that concurrent readers see a
 * consistent sum. Due dates beyond the last age share a row. Counts the open invoices again if a row has no count:
 * rows of the time before counts, and of a process of an earlier version.
 */
export async function compactOpenByDueDate(ctx: Ctx): Promise<void> {
  const longOverdue = addDays(dubaiDate(ctx.now), -91);
  await sql`WITH deleted AS (DELETE FROM open_amounts RETURNING due_date, open_fils, open_count),
      uncounted AS (SELECT FROM deleted WHERE open_count IS NULL LIMIT 1),
      deltas AS (
        SELECT due_date, open_fils, CASE WHEN EXISTS (SELECT FROM uncounted) THEN 0 ELSE open_count END AS open_count FROM deleted
        UNION ALL
        SELECT ageing_date(invoices), 0, 1 FROM invoices
        WHERE state IN ('issued', 'part_paid') AND open_fils <> 0 AND EXISTS (SELECT FROM uncounted)
      )
    INSERT INTO open_amounts (due_date, open_fils, open_count)
    SELECT greatest(due_date, ${longOverdue}::date) AS due, sum(open_fils), sum(open_count) FROM deltas GROUP BY due
    HAVING sum(open_fils) <> 0 OR sum(open_count) <> 0`.execute(ctx.db);
}
