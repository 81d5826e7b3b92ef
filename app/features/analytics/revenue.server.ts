import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { loadAccountSums } from "../ledger/account-sums.server";
import type { Range } from "./range";
import { talliesOf } from "./tallies.server";

/** What was invoiced in some days, and what was earned (docs/decisions/0068-invoiced-and-earned.md): from sums that are kept. */
export async function readRevenue(ctx: Ctx, range: Range): Promise<{ invoiced: number; earned: number }> {
  const [{ rows }, earned] = await Promise.all([
    sql<{
      fils: number;
    }>`SELECT coalesce(sum(n), 0)::bigint AS fils FROM ${talliesOf(["revenue"], range)} AS tallied`.execute(
      ctx.db,
    ),
    loadAccountSums(ctx, { account: "revenue", ...range }),
  ]);
  return { invoiced: rows[0]!.fils, earned: earned.reduce((sum, { fils }) => sum + fils, 0) };
}
