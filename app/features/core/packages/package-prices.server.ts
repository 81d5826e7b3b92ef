import { command, query } from "~/platform/auth/command.server";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import type { PackageBook, PlannedPackagePrice } from "./package-price";

export const getPackageBook = query("prices.read", async function getPackageBook(ctx): Promise<PackageBook> {
  const today = dubaiDate(ctx.now);
  const packages = await ctx.db
    .selectFrom("packages")
    .select(["id", "name", "active"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  const prices = await ctx.db
    .selectFrom("package_prices")
    .selectAll()
    .orderBy("effective_from", "desc")
    .execute();
  const byPackage = Map.groupBy(prices, ({ package_id }) => package_id);
  return {
    packages: packages.map((pkg) => ({
      ...pkg,
      prices: (byPackage.get(pkg.id) ?? []).map((price) => ({
        id: price.id,
        propertyType: price.property_type,
        fils: price.price_fils,
        effectiveFrom: price.effective_from,
        canWithdraw: price.effective_from >= today,
      })),
    })),
  };
});

/** Plans a package price. Earlier entries stay, because contracts refer to them. */
export const planPackagePrice = command(
  "prices.manage",
  async function planPackagePrice(ctx, planned: PlannedPackagePrice) {
    const { packageId, propertyType, fils, effectiveFrom } = planned;
    if (effectiveFrom < dubaiDate(ctx.now)) return refuse("day-past");
    const before = await ctx.db
      .selectFrom("package_prices")
      .select(["price_fils", "effective_from"])
      .where("package_id", "=", packageId)
      .where("property_type", "=", propertyType)
      .where("effective_from", "<=", effectiveFrom)
      .orderBy("effective_from", "desc")
      .limit(1)
      .executeTakeFirst();
    if (before?.effective_from === effectiveFrom) return refuse("day-taken");
    if (before?.price_fils === fils) return refuse("unchanged");
    try {
      const { id } = await ctx.db
        .insertInto("package_prices")
        .values({
          package_id: packageId,
          property_type: propertyType,
          price_fils: fils,
          effective_from: effectiveFrom,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const data = { packageId, propertyType, effectiveFrom };
      await emit(ctx, "package.price-planned", id, data, {
        before: before ? { fils: before.price_fils } : null,
        after: { fils },
      });
      return { ok: true };
    } catch (error) {
      // A concurrent request planned the same day.
      if (violatesConstraint("unique", error)) return refuse("day-taken");
      if (violatesConstraint("reference", error)) return refuse("unknown-package");
      throw error;
    }
  },
);

/** Withdraws a planned price, or today's before its first contract request. */
export const withdrawPackagePrice = command(
  "prices.manage",
  async function withdrawPackagePrice(ctx, priceId: string) {
    const price = await ctx.db
      .selectFrom("package_prices")
      .selectAll()
      .where("id", "=", priceId)
      .forUpdate()
      .executeTakeFirst();
    if (!price) return refuse("not-found");
    if (price.effective_from < dubaiDate(ctx.now)) return refuse("in-force");
    try {
      await ctx.db.deleteFrom("package_prices").where("id", "=", priceId).execute();
    } catch (error) {
      if (violatesConstraint("reference", error)) return refuse("booked");
      throw error;
    }
    const { package_id: packageId, property_type: propertyType, effective_from: effectiveFrom } = price;
    const data = { packageId, propertyType, effectiveFrom };
    await emit(ctx, "package.price-withdrawn", priceId, data, { before: { fils: price.price_fils } });
    return { ok: true };
  },
);
