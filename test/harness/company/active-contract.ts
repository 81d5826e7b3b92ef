import { entitlementsOf } from "~/features/core/packages/contract";
import type { Ctx } from "~/platform/context";
import { packages } from "../../../db/seed/packages";

/**
 * Creates an active contract of one year for a property, already accepted and paid, without planned visits.
 */
export async function createActiveContract(
  db: Ctx["db"],
  {
    propertyId,
    packageId,
    startsOn,
    endsOn,
  }: { propertyId: string; packageId: string; startsOn: string; endsOn: string },
): Promise<string> {
  const terms = packages.find(({ id }) => id === packageId)!;
  const { customerId } = await db
    .selectFrom("properties")
    .select("customerId")
    .where("id", "=", propertyId)
    .executeTakeFirstOrThrow();
  const customer = await db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  const price = await db
    .selectFrom("packagePrices")
    .select(["id", "priceFils"])
    .where("packageId", "=", packageId)
    .where("propertyType", "=", "villa-3br")
    .executeTakeFirstOrThrow();
  const startedAt = new Date(`${startsOn}T06:00:00Z`);
  const { id } = await db
    .insertInto("contracts")
    .values({
      ...{ state: "active", packageId, propertyType: "villa-3br", priceId: price.id },
      ...{ customerId, propertyId, userId: customer.userId, address: "-" },
      ...{
        contactName: customer.name,
        contactEmail: customer.email ?? "-",
        contactPhone: customer.phone ?? "",
      },
      ...{
        requestedAt: startedAt,
        agreedAt: startedAt,
        activatedAt: startedAt,
        startsOn,
        endsOn,
      },
      ...{
        priceFils: price.priceFils,
        callOutHours: terms.callOutHours,
        emergencyFee: terms.emergencyFee,
      },
      ...{ partsDiscount: terms.partsDiscount, partsIncludedFils: terms.partsIncludedFils },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entitlements = entitlementsOf({
    acVisits: terms.acVisits,
    checks: terms.checks,
    callOuts: terms.callOuts,
    handymanHours: terms.handymanHours,
  });
  await db
    .insertInto("contractEntitlements")
    .values(entitlements.map((entitlement) => ({ contractId: id, ...entitlement })))
    .execute();
  return id;
}
