import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";
import type { AgeingBucket } from "../office/invoice-filter";
import type { Ageing } from "../views";

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

/**
 * Merges the deltas of each due date into one row, in a single statement so that concurrent readers see a
 * consistent sum. Due dates beyond the last age share a row.
 */
export async function compactOpenByDueDate(ctx: Ctx): Promise<void> {
  const longOverdue = addDays(dubaiDate(ctx.now), -91);
  await sql`WITH deleted AS (DELETE FROM open_amounts RETURNING due_date, open_fils)
    INSERT INTO open_amounts (due_date, open_fils)
    SELECT greatest(due_date, ${longOverdue}::date) AS due, sum(open_fils) FROM deleted GROUP BY due HAVING sum(open_fils) <> 0`.execute(
    ctx.db,
  );
}
