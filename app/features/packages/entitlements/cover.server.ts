import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { leftOf } from "../contract";
import { askedKinds, type CoveredPrice, type CoverTerms } from "./cover";
import "../table";

/**
 * The contract that a home is under on a day, with what is left of it, locked until the transaction ends: of two bookings that ask for the last call-out
 * one gets it. `keeps`: the one that the booking is priced by already, whatever the day. Null: there is none.
 */
export async function lockCover(
  ctx: Ctx,
  { propertyId, day, keeps = null }: { propertyId: string; day: string; keeps?: string | null },
): Promise<CoverTerms | null> {
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
    .where("kind", "in", askedKinds)
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

const NOTHING: CoverTerms["left"] = { "call-out": 0, "handyman-hour": 0 };

/** What is left of what is asked for, by contract; what a package has none of is 0. */
export async function leftOfContracts(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, CoverTerms["left"]>> {
  if (ids.length === 0) return new Map();
  const balances = await ctx.db
    .selectFrom("contract_balances")
    .selectAll()
    .where("contract_id", "in", [...ids])
    .where("kind", "in", askedKinds)
    .execute();
  const byContract = Map.groupBy(balances, ({ contract_id }) => contract_id);
  return new Map(
    ids.map((id) => [
      id,
      Object.fromEntries(
        askedKinds.map((kind) => {
          const balance = byContract.get(id)?.find((one) => one.kind === kind);
          return [kind, balance ? leftOf(balance) : 0];
        }),
      ) as CoverTerms["left"],
    ]),
  );
}

/** Gives back what a booking was to take, before it is counted anew. What was planned with the contract stays. */
export async function releaseUses(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db
    .deleteFrom("contract_uses")
    .where("booking_id", "=", bookingId)
    .where("planned", "=", false)
    .execute();
}

/** Writes down what a booking takes, in the caller's transaction; the database refuses more than there is. */
export async function keepUses(
  ctx: Ctx,
  bookingId: string,
  { contractId }: CoverTerms,
  { takes }: CoveredPrice,
): Promise<void> {
  if (takes.length === 0) return;
  await ctx.db
    .insertInto("contract_uses")
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
