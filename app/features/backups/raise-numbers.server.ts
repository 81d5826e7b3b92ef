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
    if (kind === "BK") {
      await raiseBookings(ctx, year, value);
      continue;
    }
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

/** Bookings are counted by a sequence (`take_booking_numbers`), in which each year begins where the one before ended. */
async function raiseBookings(ctx: Ctx, year: number, last: number): Promise<void> {
  await sql`INSERT INTO booking_years VALUES (${year}, given_booking_numbers()) ON CONFLICT DO NOTHING`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ first: number }>`
    WITH given AS (SELECT before, given_booking_numbers() - before AS value FROM booking_years WHERE year = ${year})
    SELECT value + 1 AS first, setval('booking_numbers', before + ${last}::bigint) FROM given WHERE value < ${last}`.execute(
    ctx.db,
  );
  const [skipped] = rows;
  if (skipped)
    await emit(ctx, "restore.numbers-skipped", null, { kind: "BK", year, first: skipped.first, last });
}

/** Receipts are counted by a sequence, which knows no year. */
export async function raiseReceipts(ctx: Ctx, last: number): Promise<void> {
  if (last === 0) return;
  await sql`SELECT setval('receipt_numbers', ${last})
    FROM receipt_numbers WHERE NOT is_called OR last_value < ${last}`.execute(ctx.db);
}
