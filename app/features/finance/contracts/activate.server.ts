import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { canTransition } from "../../core/packages/contract";
import { findAcceptance } from "./document.server";
import { isAgreed, type LockedContract } from "./lock-contract.server";
import { planVisitsOfYear } from "./plan-visits.server";

/** Activates a locked contract and plans its visits. The caller's transaction must roll back on refusal. */
export async function activateLockedContract(
  ctx: Ctx,
  contract: LockedContract,
  by: "payment" | "office",
): Promise<
  | { ok: true; visits: number }
  | Refusal<
      | "wrong-state"
      | "not-agreed"
      | "not-accepted"
      | "property-covered"
      | "unknown-service"
      | "entitlement-used-up"
    >
> {
  if (!canTransition("activate", contract.state)) return refuse("wrong-state");
  if (!isAgreed(contract)) return refuse("not-agreed");
  if (!(await findAcceptance(ctx, contract))) return refuse("not-accepted");
  const covered = refuse("property-covered", { reference: await otherContractOf(ctx, contract) });
  const activated = await mapConstraintToRefusal(ctx, "overlap", covered, async (ctx) => {
    await ctx.db
      .updateTable("contracts")
      .set({ state: "active", activatedAt: ctx.now, version: sql`version + 1` })
      .where("id", "=", contract.id)
      .execute();
    return { ok: true as const };
  });
  if (!activated.ok) return activated;
  const planned = await planVisitsOfYear(ctx, contract);
  if (!planned.ok) return planned;
  const { visits } = planned;
  await emit(
    ctx,
    "contract.activated",
    contract.id,
    { by, visits },
    { before: { state: contract.state }, after: { state: "active" } },
  );
  return { ok: true, visits };
}

/** Reference of another contract in force for the property on some of these days; empty if none. */
async function otherContractOf(
  ctx: Ctx,
  { id, propertyId, startsOn, endsOn }: LockedContract,
): Promise<string> {
  const row = await ctx.db
    .selectFrom("contracts")
    .select("reference")
    .where("propertyId", "=", propertyId)
    .where("state", "=", "active")
    .where("id", "<>", id)
    .where("startsOn", "<=", endsOn)
    .where("endsOn", ">=", startsOn)
    .executeTakeFirst();
  return row?.reference ?? "";
}
