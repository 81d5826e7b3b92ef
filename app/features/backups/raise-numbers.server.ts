import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import type { LastNumber } from "./backup";
import "~/platform/table";

/**
 * Raises the counters to the last numbers that were given elsewhere, in the caller's transaction, and writes into the trail which
 * numbers are skipped by it: so the numbering stays explainable. Counters never go back.
 */
export async function raiseNumbers(ctx: Ctx, numbers: readonly LastNumber[]): Promise<void> {
  for (const { kind, year, value } of numbers) {
    const found = await ctx.db
      .selectFrom("counters")
      .select("value")
      .where("kind", "=", kind)
      .where("year", "=", year)
      .forUpdate()
      .executeTakeFirst();
    const before = found?.value ?? 0;
    if (value <= before) continue;
    await ctx.db
      .insertInto("counters")
      .values({ kind, year, value })
      .onConflict((conflict) => conflict.columns(["kind", "year"]).doUpdateSet({ value }))
      .execute();
    await emit(ctx, "restore.numbers-skipped", null, { kind, year, first: before + 1, last: value });
  }
}

/** Receipts are counted by a sequence, which knows no year. */
export async function raiseReceipts(ctx: Ctx, last: number): Promise<void> {
  if (last === 0) return;
  await sql`SELECT setval('receipt_numbers', ${last})
    FROM receipt_numbers WHERE NOT is_called OR last_value < ${last}`.execute(ctx.db);
}
