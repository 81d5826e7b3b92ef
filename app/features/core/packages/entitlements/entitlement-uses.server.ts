import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { remainingAmount } from "../contract";
import { type CoveredPrice, type EntitlementTerms, onDemandKinds } from "./apply-entitlements";

/**
 * Contract of a property on a day with its balances; null if none. Locked until the end of the transaction,
 * so that concurrent bookings cannot share the last call-out.
 *
 * `currentContractId`: contract of an existing booking, which applies on any day.
 */
export async function lockEntitlements(
  ctx: Ctx,
  {
    propertyId,
    day,
    currentContractId = null,
  }: { propertyId: string; day: string; currentContractId?: string | null },
): Promise<EntitlementTerms | null> {
  const contract = await ctx.db
    .selectFrom("contracts")
    .select(["id", "reference", "callOutHours", "emergencyFee"])
    .where("propertyId", "=", propertyId)
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "=", "active"), eb("startsOn", "<=", day), eb("endsOn", ">=", day)]),
        ...(currentContractId ? [eb("id", "=", currentContractId)] : []),
      ]),
    )
    .orderBy(sql`id = ${currentContractId}::uuid DESC NULLS LAST`)
    .forShare()
    .executeTakeFirst();
  if (!contract) return null;
  await ctx.db
    .selectFrom("contractEntitlements")
    .select("kind")
    .where("contractId", "=", contract.id)
    .where("kind", "in", onDemandKinds)
    .orderBy("kind")
    .forUpdate()
    .execute();
  return {
    contractId: contract.id,
    reference: contract.reference,
    callOutHours: contract.callOutHours ?? 0,
    emergencyFee: contract.emergencyFee ?? true,
    remaining: (await loadRemainingEntitlements(ctx, [contract.id])).get(contract.id) ?? NOTHING,
  };
}

const NOTHING: EntitlementTerms["remaining"] = { "call-out": 0, "handyman-hour": 0 };

export async function loadRemainingEntitlements(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, EntitlementTerms["remaining"]>> {
  if (ids.length === 0) return new Map();
  const balances = await ctx.db
    .selectFrom("entitlementBalances")
    .selectAll()
    .where("contractId", "in", [...ids])
    .where("kind", "in", onDemandKinds)
    .execute();
  const byContract = Map.groupBy(balances, ({ contractId }) => contractId);
  return new Map(
    ids.map((id) => [
      id,
      Object.fromEntries(
        onDemandKinds.map((kind) => {
          const balance = byContract.get(id)?.find((balance) => balance.kind === kind);
          return [kind, balance ? remainingAmount(balance) : 0];
        }),
      ) as EntitlementTerms["remaining"],
    ]),
  );
}

/** Releases the entitlements of a booking before they are recalculated. Planned visits stay. */
export async function releaseEntitlements(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db
    .deleteFrom("entitlementUses")
    .where("bookingId", "=", bookingId)
    .where("isPlannedVisit", "=", false)
    .execute();
}

/** Records the entitlements that a booking uses. The database refuses more than remain. */
export async function recordEntitlementUses(
  ctx: Ctx,
  bookingId: string,
  { contractId }: EntitlementTerms,
  { uses }: CoveredPrice,
): Promise<void> {
  if (uses.length === 0) return;
  await ctx.db
    .insertInto("entitlementUses")
    .values(
      uses.map(({ kind, quantity }) => ({
        bookingId,
        contractId,
        kind,
        quantity,
        isPlannedVisit: false,
      })),
    )
    .execute();
}
