import { sql } from "kysely";
import type { Ctx } from "./context";
import { dubaiDate } from "./time";
import "./table";

/**
 * The next number of a kind, as `INV-2026-000123`; the year is Dubai's. In order and without gaps: the counter stays
 * locked until the caller's transaction ends, so take it last.
 */
export async function takeNumber(ctx: Ctx, kind: Kind): Promise<string> {
  const year = yearOf(ctx);
  const { value } = await ctx.db
    .insertInto("counters")
    .values({ kind, year, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(["kind", "year"]).doUpdateSet({ value: sql`counters.value + 1` }),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return reference(kind, year, value);
}

type Kind = "QT" | "INV" | "CN";

/**
 * The next `count` numbers of bookings (1 or more), in order. They may leave gaps, where a transaction is undone or the database was
 * killed, and so nobody waits for whoever took the one before.
 */
export async function takeBookingNumbers(ctx: Ctx, count: number): Promise<string[]> {
  const year = yearOf(ctx);
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM take_booking_numbers(${year}, ${count}) AS number`.execute(ctx.db);
  return rows.map(({ number }) => reference("BK", year, number));
}

const yearOf = ({ now }: Ctx) => Number(dubaiDate(now).slice(0, 4));

function reference(kind: string, year: number, value: number): string {
  return `${kind}-${year}-${String(value).padStart(6, "0")}`;
}
