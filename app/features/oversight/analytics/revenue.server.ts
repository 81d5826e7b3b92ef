import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { loadAccountSums } from "../../finance/ledger/account-sums.server";
import type { Range } from "./range";
import { tallyRows } from "./tallies.server";

/** Invoiced amount and revenue of a range from aggregates (docs/domain.md, "Analytics"). */
export async function readRevenue(ctx: Ctx, range: Range): Promise<{ invoiced: number; revenue: number }> {
  const [{ rows }, revenue] = await Promise.all([
    sql<{
      fils: number;
    }>`SELECT coalesce(sum(value), 0)::bigint AS fils FROM ${tallyRows(["revenue"], range)} AS tallied`.execute(
      ctx.db,
    ),
    loadAccountSums(ctx, { account: "revenue", ...range }),
  ]);
  return { invoiced: rows[0]!.fils, revenue: revenue.reduce((sum, { fils }) => sum + fils, 0) };
}
