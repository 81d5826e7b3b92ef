import { sql } from "kysely";
import type { Ctx } from "./context";
import { dubaiDate } from "./time";
import "./table";

/**
 * The next number of a kind, as `BK-2026-000123`; the year is Dubai's. In order and without gaps: the counter stays
 * locked until the caller's transaction ends, so take it last.
 */
export async function takeNumber(ctx: Ctx, kind: "BK" | "QT" | "INV" | "CN"): Promise<string> {
  const year = Number(dubaiDate(ctx.now).slice(0, 4));
  const { value } = await ctx.db
    .insertInto("counters")
    .values({ kind, year, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(["kind", "year"]).doUpdateSet({ value: sql`counters.value + 1` }),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return `${kind}-${year}-${String(value).padStart(6, "0")}`;
}
