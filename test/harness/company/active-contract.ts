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
  const { customer_id } = await db
    .selectFrom("properties")
    .select("customer_id")
    .where("id", "=", propertyId)
    .executeTakeFirstOrThrow();
  const customer = await db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", customer_id)
    .executeTakeFirstOrThrow();
  const price = await db
    .selectFrom("package_prices")
    .select(["id", "price_fils"])
    .where("package_id", "=", packageId)
    .where("property_type", "=", "villa-3br")
    .executeTakeFirstOrThrow();
  const startedAt = new Date(`${startsOn}T06:00:00Z`);
  const { id } = await db
    .insertInto("contracts")
    .values({
      ...{ state: "active", package_id: packageId, property_type: "villa-3br", price_id: price.id },
      ...{ customer_id, property_id: propertyId, user_id: customer.user_id, address: "-" },
      ...{
        contact_name: customer.name,
        contact_email: customer.email ?? "-",
        contact_phone: customer.phone ?? "",
      },
      ...{
        requested_at: startedAt,
        agreed_at: startedAt,
        activated_at: startedAt,
        starts_on: startsOn,
        ends_on: endsOn,
      },
      ...{
        price_fils: price.price_fils,
        call_out_hours: terms.call_out_hours,
        emergency_fee: terms.emergency_fee,
      },
      ...{ parts_discount: terms.parts_discount, parts_included_fils: terms.parts_included_fils },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entitlements = entitlementsOf({
    acVisits: terms.ac_visits,
    checks: terms.checks,
    callOuts: terms.call_outs,
    handymanHours: terms.handyman_hours,
  });
  await db
    .insertInto("contract_entitlements")
    .values(entitlements.map((entitlement) => ({ contract_id: id, ...entitlement })))
    .execute();
  return id;
}
