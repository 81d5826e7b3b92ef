import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PartTerms } from "../pricing/part";

/**
 * Contract terms for parts by property on a day. Absent if there is no contract or it has no terms for parts.
 */
export async function findPartTerms(
  ctx: Ctx,
  propertyIds: readonly string[],
  day: string,
): Promise<Map<string, PartTerms>> {
  if (propertyIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("contracts")
    .select(["id", "reference", "propertyId", "partsDiscount", "partsIncludedFils"])
    .where("propertyId", "=", anyOf([...propertyIds]))
    // Ended contracts count if they were in force on that day.
    .where("state", "in", ["active", "expired", "cancelled"])
    .where("startsOn", "<=", day)
    .where((eb) => eb(eb.fn.coalesce("endedOn", "endsOn"), ">=", day))
    .where((eb) => eb.or([eb("partsDiscount", ">", 0), eb("partsIncludedFils", "is not", null)]))
    .orderBy("startsOn")
    .execute();
  return new Map(
    rows.map((row) => [
      row.propertyId,
      {
        contractId: row.id,
        reference: row.reference,
        partsDiscount: row.partsDiscount ?? 0,
        partsIncludedFils: row.partsIncludedFils,
      },
    ]),
  );
}

export async function areContractsOf(
  ctx: Ctx,
  propertyId: string | null,
  contractIds: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(contractIds)];
  if (ids.length === 0) return true;
  if (propertyId === null) return false;
  const rows = await ctx.db
    .selectFrom("contracts")
    .select("id")
    .where("id", "=", anyOf(ids))
    .where("propertyId", "=", propertyId)
    .execute();
  return rows.length === ids.length;
}
