import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { dubaiDate } from "~/platform/time";
import { kindsBySequence, type LastNumber, NUMBERS_TO_SKIP } from "./backup";

/** Records skipped numbers in the audit trail, because gaps must be explained. Counters never decrease. */
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

/** Bookings use a sequence (`take_booking_numbers`) in which each year continues from the last. */
async function raiseBookings(ctx: Ctx, year: number, last: number): Promise<void> {
  await sql`INSERT INTO booking_years VALUES (${year}, last_booking_number()) ON CONFLICT DO NOTHING`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ first: number }>`
    WITH given AS (SELECT numbers_before, last_booking_number() - numbers_before AS value FROM booking_years WHERE year = ${year})
    SELECT value + 1 AS first, setval('booking_numbers', numbers_before + ${last}::bigint) FROM given WHERE value < ${last}`.execute(
    ctx.db,
  );
  const [skipped] = rows;
  if (skipped)
    await emit(ctx, "restore.numbers-skipped", null, { kind: "BK", year, first: skipped.first, last });
}

export interface SequenceValue {
  name: string;
  value: number;
}

export async function listSequences(db: Ctx["db"]): Promise<SequenceValue[]> {
  const { rows } = await sql<SequenceValue>`
    SELECT sequencename AS name, coalesce(last_value, 0) AS value FROM pg_sequences
    WHERE schemaname = current_schema()`.execute(db);
  return rows;
}

export async function raiseSequences(ctx: Ctx, values: readonly SequenceValue[]): Promise<void> {
  const before = new Map((await listSequences(ctx.db)).map(({ name, value }) => [name, value]));
  const year = Number(dubaiDate(ctx.now).slice(0, 4));
  for (const { name, value } of values) {
    const reached = before.get(name);
    const last = value + NUMBERS_TO_SKIP;
    if (reached === undefined || last <= reached) continue;
    await sql`SELECT setval(format('%I', ${name}::text)::regclass, ${last}::bigint)`.execute(ctx.db);
    const kind = kindsBySequence[name];
    if (kind) await emit(ctx, "restore.numbers-skipped", null, { kind, year, first: reached + 1, last });
  }
}
