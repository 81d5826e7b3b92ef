import { sql } from "kysely";
import type { Ctx } from "./context";
import { dubaiDate } from "./time";

/**
 * Allocates a reference such as `INV-2026-000123`, gapless per Dubai year. Locks the counter until the commit,
 * so allocate it last.
 */
export async function allocateNumber(ctx: Ctx, kind: Kind): Promise<string> {
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

/** Allocates booking numbers. They may have gaps, so that transactions do not wait for each other. */
export async function allocateBookingNumbers(ctx: Ctx, count: number): Promise<string[]> {
  const year = yearOf(ctx);
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM take_booking_numbers(${year}, ${count}) AS number`.execute(ctx.db);
  return rows.map(({ number }) => reference("BK", year, number));
}

const yearOf = ({ now }: Ctx) => Number(dubaiDate(now).slice(0, 4));

function reference(kind: string, year: number, value: number): string {
  return `${kind}-${year}-${String(value).padStart(6, "0")}`;
}
