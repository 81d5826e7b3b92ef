import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inReaderLanguage, textInReaderLanguage } from "~/platform/locale/content-language.server";
import { dubaiDate } from "~/platform/time";
import { placeInReaderLanguage } from "../geography/community-names";
import { type PropertyType, propertyTypes } from "./contract";
import type { CoveredProperty } from "./entitlements/apply-entitlements";
import { loadRemainingEntitlements } from "./entitlements/entitlement-uses.server";
import type { PackageView } from "./views";

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
    const { name, summary } = inReaderLanguage(row, ["name", "summary"]);
    return [
      {
        id: row.id,
        name,
        summary,
        acVisits: row.acVisits,
        checks: row.checks,
        callOuts: row.callOuts,
        callOutHours: row.callOutHours,
        handymanHours: row.handymanHours,
        emergencyFee: row.emergencyFee,
        partsDiscount: row.partsDiscount,
        partsIncludedFils: row.partsIncludedFils,
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
      .selectFrom("packagePrices")
      .innerJoin("packages", "packages.id", "packagePrices.packageId")
      .distinctOn(["packageId", "propertyType"])
      .select(["packagePrices.id", "packageId", "propertyType", "priceFils"])
      .where("packages.active", "=", true)
      .where("effectiveFrom", "<=", dubaiDate(ctx.now))
      .orderBy("packageId")
      .orderBy("propertyType")
      .orderBy("effectiveFrom", "desc");
    if (only.packageId) current = current.where("packageId", "=", only.packageId);
    if (only.propertyType) current = current.where("propertyType", "=", only.propertyType);
    const rows = await current.execute();
    return rows.map((row) => ({
      id: row.id,
      packageId: row.packageId,
      propertyType: row.propertyType,
      fils: row.priceFils,
    }));
  },
);

export const listMyEntitlements = query("account.use", function listMyEntitlements(ctx): Promise<
  CoveredProperty[]
> {
  const userId = userIdOf(ctx.actor);
  return listCoveredProperties(ctx, (eb) => eb("customers.userId", "=", userId));
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
    .innerJoin("customers", "customers.id", "contracts.customerId")
    .innerJoin("properties", "properties.id", "contracts.propertyId")
    .innerJoin("packages", "packages.id", "contracts.packageId")
    .select([
      "contracts.id",
      "contracts.reference",
      textInReaderLanguage("packages.name").as("name"),
      "startsOn",
      "endsOn",
    ])
    .select([
      "contracts.callOutHours",
      "contracts.emergencyFee",
      "street",
      "building",
      "unit",
      "properties.area",
    ])
    .where((eb) => isIncluded(eb))
    .where("contracts.state", "=", "active")
    .where("endsOn", ">=", dubaiDate(ctx.now))
    .orderBy("startsOn")
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
    startsOn: row.startsOn!,
    endsOn: row.endsOn!,
    callOutHours: row.callOutHours!,
    emergencyFee: row.emergencyFee!,
    remaining: left.get(row.id)!,
    address: {
      street: row.street,
      buildingName: row.building,
      unitNumber: row.unit,
      areaNames: [row.area, placeInReaderLanguage(row.area)],
    },
  }));
}
