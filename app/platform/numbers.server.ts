import { sql } from "kysely";
import type { Ctx } from "./context";
import { dubaiDate } from "./time";
import "./table";

/**
 * The next number of a kind, as `BK-2026-000123`; the year is Dubai's. In order and without gaps: the counter stays
 * locked until the caller's transaction ends, so take it last.
 */
export async function takeNumber(ctx: Ctx, kind: Kind): Promise<string> {
  const [number] = await takeNumbers(ctx, kind, 1);
  return number!;
}

type Kind = "BK" | "QT" | "INV" | "CN";

/** The next `count` numbers of a kind (1 or more), under the same promise. */
export async function takeNumbers(ctx: Ctx, kind: Kind, count: number): Promise<string[]> {
  const year = Number(dubaiDate(ctx.now).slice(0, 4));
  const { value } = await ctx.db
    .insertInto("counters")
    .values({ kind, year, value: count })
    .onConflict((conflict) =>
      conflict.columns(["kind", "year"]).doUpdateSet({ value: sql`counters.value + ${count}` }),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return Array.from(
    { length: count },
    (_, index) => `${kind}-${year}-${String(value - count + 1 + index).padStart(6, "0")}`,
  );
}
