import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { dubaiDate } from "~/platform/time";
import { type PropertyType, propertyTypes } from "./contract";
import type { CoveredProperty } from "./entitlements/apply-entitlements";
import { loadRemainingEntitlements } from "./entitlements/entitlement-uses.server";
import type { PackageView } from "./views";

/** Same expression as the trigram index `contracts_search_idx`. */
export const contractSearchText = sql<string>`contracts.reference || ' ' || contracts.contact_name || ' ' || contracts.contact_email || ' '
  || contracts.contact_phone || ' ' || contracts.address`;

/** Packages on sale at today's prices. A package must have a price for every property type. */
export const listPackages = query("website.use", async function listPackages(ctx): Promise<PackageView[]> {
  const rows = await ctx.db
    .selectFrom("packages")
    .selectAll()
    .where("active", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const prices = await listPackagePrices(ctx);
  return rows.flatMap((row) => {
    const pricesOfPackage = prices.filter(({ packageId }) => packageId === row.id);
    if (pricesOfPackage.length < propertyTypes.length) return [];
    return [
      {
        id: row.id,
        name: row.name,
        summary: row.summary,
        acVisits: row.ac_visits,
        checks: row.checks,
        callOuts: row.call_outs,
        callOutHours: row.call_out_hours,
        handymanHours: row.handyman_hours,
        emergencyFee: row.emergency_fee,
        partsDiscount: row.parts_discount,
        partsIncludedFils: row.parts_included_fils,
        recommended: row.recommended,
        prices: Object.fromEntries(
          pricesOfPackage.map(({ propertyType, fils }) => [propertyType, fils]),
        ) as Record<PropertyType, number>,
      },
    ];
  });
});

export interface PackagePrice {
  id: string;
  packageId: string;
  propertyType: PropertyType;
  fils: number;
}

export const listPackagePrices = query(
  "website.use",
  async function listPackagePrices(
    ctx,
    only: { packageId?: string; propertyType?: PropertyType } = {},
  ): Promise<PackagePrice[]> {
    let current = ctx.db
      .selectFrom("package_prices")
      .innerJoin("packages", "packages.id", "package_prices.package_id")
      .distinctOn(["package_id", "property_type"])
      .select(["package_prices.id", "package_id", "property_type", "price_fils"])
      .where("packages.active", "=", true)
      .where("effective_from", "<=", dubaiDate(ctx.now))
      .orderBy("package_id")
      .orderBy("property_type")
      .orderBy("effective_from", "desc");
    if (only.packageId) current = current.where("package_id", "=", only.packageId);
    if (only.propertyType) current = current.where("property_type", "=", only.propertyType);
    const rows = await current.execute();
    return rows.map((row) => ({
      id: row.id,
      packageId: row.package_id,
      propertyType: row.property_type,
      fils: row.price_fils,
    }));
  },
);

export const listMyEntitlements = query("account.use", function listMyEntitlements(ctx): Promise<
  CoveredProperty[]
> {
  const userId = userIdOf(ctx.actor);
  return listCoveredProperties(ctx, (eb) => eb("customers.user_id", "=", userId));
});

export const listEntitlementsOfCustomer = query(
  "bookings.manage",
  function listEntitlementsOfCustomer(ctx, customerId: string): Promise<CoveredProperty[]> {
    return listCoveredProperties(ctx, (eb) => eb("customers.id", "=", customerId));
  },
);

async function listCoveredProperties(
  ctx: Ctx,
  isIncluded: (eb: ExpressionBuilder<Tables, "customers">) => Expression<SqlBool>,
): Promise<CoveredProperty[]> {
  const rows = await ctx.db
    .selectFrom("contracts")
    .innerJoin("customers", "customers.id", "contracts.customer_id")
    .innerJoin("properties", "properties.id", "contracts.property_id")
    .innerJoin("packages", "packages.id", "contracts.package_id")
    .select(["contracts.id", "contracts.reference", "packages.name", "starts_on", "ends_on"])
    .select([
      "contracts.call_out_hours",
      "contracts.emergency_fee",
      "street",
      "building",
      "unit",
      "properties.area",
    ])
    .where((eb) => isIncluded(eb))
    .where("contracts.state", "=", "active")
    .where("ends_on", ">=", dubaiDate(ctx.now))
    .orderBy("starts_on")
    .orderBy("contracts.id")
    .limit(50)
    .execute();
  const left = await loadRemainingEntitlements(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    contractId: row.id,
    reference: row.reference,
    packageName: row.name,
    startsOn: row.starts_on!,
    endsOn: row.ends_on!,
    callOutHours: row.call_out_hours!,
    emergencyFee: row.emergency_fee!,
    remaining: left.get(row.id)!,
    address: {
      street: row.street,
      buildingName: row.building,
      unitNumber: row.unit,
      area: row.area,
    },
  }));
}
