import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { leftOf } from "../contract";
import { type CoveredPrice, type EntitlementTerms, onDemandKinds } from "./cover";
import "../table";

/**
 * Contract of a property on a day with its balances, locked until the end of the transaction, so that
 * concurrent bookings cannot share the last call-out. `keeps`: contract of an existing booking, regardless of
 * the day. Null if none.
 */
export async function lockEntitlements(
  ctx: Ctx,
  { propertyId, day, keeps = null }: { propertyId: string; day: string; keeps?: string | null },
): Promise<EntitlementTerms | null> {
  const contract = await ctx.db
    .selectFrom("contracts")
    .select(["id", "reference", "call_out_hours", "emergency_fee"])
    .where("property_id", "=", propertyId)
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "=", "active"), eb("starts_on", "<=", day), eb("ends_on", ">=", day)]),
        ...(keeps ? [eb("id", "=", keeps)] : []),
      ]),
    )
    .orderBy(sql`id = ${keeps}::uuid DESC NULLS LAST`)
    .forShare()
    .executeTakeFirst();
  if (!contract) return null;
  await ctx.db
    .selectFrom("contract_entitlements")
    .select("kind")
    .where("contract_id", "=", contract.id)
    .where("kind", "in", onDemandKinds)
    .orderBy("kind")
    .forUpdate()
    .execute();
  return {
    contractId: contract.id,
    reference: contract.reference,
    callOutHours: contract.call_out_hours ?? 0,
    emergencyFee: contract.emergency_fee ?? true,
    left: (await leftOfContracts(ctx, [contract.id])).get(contract.id) ?? NOTHING,
  };
}

const NOTHING: EntitlementTerms["left"] = { "call-out": 0, "handyman-hour": 0 };

/** Remaining entitlements by contract; 0 for those not included. */
export async function leftOfContracts(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, EntitlementTerms["left"]>> {
  if (ids.length === 0) return new Map();
  const balances = await ctx.db
    .selectFrom("entitlement_balances")
    .selectAll()
    .where("contract_id", "in", [...ids])
    .where("kind", "in", onDemandKinds)
    .execute();
  const byContract = Map.groupBy(balances, ({ contract_id }) => contract_id);
  return new Map(
    ids.map((id) => [
      id,
      Object.fromEntries(
        onDemandKinds.map((kind) => {
          const balance = byContract.get(id)?.find((one) => one.kind === kind);
          return [kind, balance ? leftOf(balance) : 0];
        }),
      ) as EntitlementTerms["left"],
    ]),
  );
}

/** Releases the entitlements of a booking before they are recalculated. Planned visits stay. */
export async function releaseEntitlements(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db
    .deleteFrom("entitlement_uses")
    .where("booking_id", "=", bookingId)
    .where("planned", "=", false)
    .execute();
}

/**
 * Records the entitlements that a booking uses, in the caller's transaction; the database refuses more than
 * remain.
 */
export async function recordEntitlementUses(
  ctx: Ctx,
  bookingId: string,
  { contractId }: EntitlementTerms,
  { takes }: CoveredPrice,
): Promise<void> {
  if (takes.length === 0) return;
  await ctx.db
    .insertInto("entitlement_uses")
    .values(
      takes.map(({ kind, quantity }) => ({
        booking_id: bookingId,
        contract_id: contractId,
        kind,
        quantity,
        planned: false,
      })),
    )
    .execute();
}
