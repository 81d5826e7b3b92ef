import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { CustomerMerge } from "~/platform/personal-data.server";

/** Returns the number of moved rows. */
export async function reassignCustomerRows(
  ctx: Ctx,
  table: string,
  { keptId, mergedId, properties }: CustomerMerge,
  { atProperties = true } = {},
): Promise<number> {
  const rows = sql.table(table);
  for (const { from, to } of atProperties ? properties : []) {
    await sql`UPDATE ${rows} SET property_id = ${to} WHERE property_id = ${from}`.execute(ctx.db);
  }
  const moved = await sql`
    UPDATE ${rows} SET customer_id = ${keptId} WHERE customer_id = ${mergedId}`.execute(ctx.db);
  return Number(moved.numAffectedRows);
}
