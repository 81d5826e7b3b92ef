import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addDays, dubaiDate } from "~/platform/time";
import "../packages/table";

const AT_ONCE = 100;

/**
 * Has what contracts earned up to the end of last month posted, each in a transaction of its own: of what was invoiced ahead the part of the days that are
 * over (docs/domain.md, "Books"). Of two workers the second finds it done.
 */
export async function earnContracts(ctx: Ctx): Promise<void> {
  const through = addDays(`${dubaiDate(ctx.now).slice(0, 8)}01`, -1);
  for (;;) {
    const due = await ctx.db
      .selectFrom("contracts")
      .select("id")
      // One that never began earns nothing, whatever its days were; all of it was credited.
      .where("activated_at", "is not", null)
      .where((eb) => eb.or([eb("earned_through", "is", null), eb("earned_through", "<", through)]))
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const { id } of due) {
      await inTransaction(ctx, async (ctx) => {
        const { rows } = await sql<{
          fils: number;
        }>`SELECT post_contract_earned(${id}, ${through}) AS fils`.execute(ctx.db);
        const fils = rows[0]?.fils ?? 0;
        if (fils !== 0) await emit(ctx, "contract.earned", id, { fils, through });
      });
    }
    if (due.length < AT_ONCE) return;
  }
}
