import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { type InstalmentObstacle, instalmentObstacles } from "../invoice";

/** Instalment that is due and whose invoice the hourly job could not issue. */
export interface RefusedInstalment {
  contractId: string;
  contractReference: string;
  number: number;
  dueDate: string;
  obstacle: InstalmentObstacle;
}

/** Limit shown; each needs the office. */
const MAX_SHOWN = 20;

/** `reason`: of the refusal, or of an error. Called outside the transaction that was rolled back. */
export async function recordRefusedInstalment(
  ctx: Ctx,
  { contractId, number }: { contractId: string; number: number },
  reason: string,
): Promise<void> {
  const obstacle = instalmentObstacles.find((known) => known === reason) ?? "error";
  await ctx.db
    .insertInto("refusedInstalments")
    .values({ contractId, number, obstacle, refusedAt: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(["contractId", "number"]).doUpdateSet({ obstacle, refusedAt: ctx.now }),
    )
    .execute();
}

/** Earliest due date first, until they are issued by the job or by hand. */
export function listRefusedInstalments(ctx: Ctx): Promise<RefusedInstalment[]> {
  return ctx.db
    .selectFrom("refusedInstalments as refused")
    .innerJoin("contractInstalments as instalment", (join) =>
      join
        .onRef("instalment.contractId", "=", "refused.contractId")
        .onRef("instalment.number", "=", "refused.number"),
    )
    .innerJoin("contracts", "contracts.id", "refused.contractId")
    .select(["refused.contractId", "contracts.reference as contractReference", "refused.number"])
    .select(["instalment.dueDate", "refused.obstacle"])
    .where("contracts.state", "in", ["active", "expired"])
    .where(sql<boolean>`NOT EXISTS (SELECT FROM invoices WHERE invoices.contract_id = refused.contract_id
      AND invoices.instalment = refused.number AND invoices.issued_at IS NOT NULL)`)
    .orderBy("instalment.dueDate")
    .orderBy("refused.contractId")
    .limit(MAX_SHOWN)
    .execute();
}
