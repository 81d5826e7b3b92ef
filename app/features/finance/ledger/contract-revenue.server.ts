import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addDays, dubaiDate } from "~/platform/time";

const BATCH_SIZE = 100;

/**
 * Recognises contract revenue up to the end of last month: the share of the prepaid price for elapsed days
 * (docs/domain.md, "Ledger"). One transaction per contract. Idempotent and safe to run concurrently.
 */
export async function recogniseContractRevenue(ctx: Ctx): Promise<void> {
  const through = addDays(`${dubaiDate(ctx.now).slice(0, 8)}01`, -1);
  for (;;) {
    const due = await ctx.db
      .selectFrom("contracts")
      .select("id")
      // Contracts that were never activated earn nothing, because they are credited in full.
      .where("activatedAt", "is not", null)
      .where((eb) =>
        eb.or([eb("revenueRecognisedThrough", "is", null), eb("revenueRecognisedThrough", "<", through)]),
      )
      .orderBy("id")
      .limit(BATCH_SIZE)
      .execute();
    for (const { id } of due) {
      await inTransaction(ctx, async (ctx) => {
        const { rows } = await sql<{
          fils: number;
        }>`SELECT post_earned_contract_revenue(${id}, ${through}) AS fils`.execute(ctx.db);
        const fils = rows[0]?.fils ?? 0;
        if (fils !== 0) await emit(ctx, "contract.revenue-recognised", id, { fils, through });
      });
    }
    if (due.length < BATCH_SIZE) return;
  }
}
