import { command, query } from "~/platform/auth/command.server";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import type { PackageBook, PackageTexts, PlannedPackagePrice } from "./package-price";

export const getPackageBook = query("prices.read", async function getPackageBook(ctx): Promise<PackageBook> {
  const today = dubaiDate(ctx.now);
  const packages = await ctx.db
    .selectFrom("packages")
    .select(["id", "name", "nameAr", "summary", "summaryAr", "version", "active"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  const prices = await ctx.db
    .selectFrom("packagePrices")
    .selectAll()
    .orderBy("effectiveFrom", "desc")
    .execute();
  const byPackage = Map.groupBy(prices, ({ packageId }) => packageId);
  return {
    packages: packages.map((pkg) => ({
      ...pkg,
      prices: (byPackage.get(pkg.id) ?? []).map((price) => ({
        id: price.id,
        propertyType: price.propertyType,
        fils: price.priceFils,
        effectiveFrom: price.effectiveFrom,
        canWithdraw: price.effectiveFrom >= today,
      })),
    })),
  };
});

/** Changes the texts of a package. Absent Arabic texts stay. */
export const editPackage = command(
  "prices.manage",
  async function editPackage(
    ctx,
    { packageId, version }: { packageId: string; version: number },
    texts: PackageTexts,
  ) {
    const before = await ctx.db
      .selectFrom("packages")
      .select(["name", "nameAr", "summary", "summaryAr"])
      .where("id", "=", packageId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) return refuse("not-found");
    const after = { ...before, ...texts };
    const changed = await ctx.db
      .updateTable("packages")
      .set({ ...after, version: version + 1 })
      .where("id", "=", packageId)
      .where("version", "=", version)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return refuse("stale");
    await emit(ctx, "package.edited", packageId, {}, { before, after });
    return { ok: true };
  },
);

/** Plans a package price. Earlier entries stay, because contracts refer to them. */
export const planPackagePrice = command(
  "prices.manage",
  async function planPackagePrice(ctx, planned: PlannedPackagePrice) {
    const { packageId, propertyType, fils, effectiveFrom } = planned;
    if (effectiveFrom < dubaiDate(ctx.now)) return refuse("day-past");
    const before = await ctx.db
      .selectFrom("packagePrices")
      .select(["priceFils", "effectiveFrom"])
      .where("packageId", "=", packageId)
      .where("propertyType", "=", propertyType)
      .where("effectiveFrom", "<=", effectiveFrom)
      .orderBy("effectiveFrom", "desc")
      .limit(1)
      .executeTakeFirst();
    if (before?.effectiveFrom === effectiveFrom) return refuse("day-taken");
    if (before?.priceFils === fils) return refuse("unchanged");
    try {
      const { id } = await ctx.db
        .insertInto("packagePrices")
        .values({
          packageId,
          propertyType,
          priceFils: fils,
          effectiveFrom,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const data = { packageId, propertyType, effectiveFrom };
      await emit(ctx, "package.price-planned", id, data, {
        before: before ? { fils: before.priceFils } : null,
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
      .selectFrom("packagePrices")
      .selectAll()
      .where("id", "=", priceId)
      .forUpdate()
      .executeTakeFirst();
    if (!price) return refuse("not-found");
    if (price.effectiveFrom < dubaiDate(ctx.now)) return refuse("in-force");
    try {
      await ctx.db.deleteFrom("packagePrices").where("id", "=", priceId).execute();
    } catch (error) {
      if (violatesConstraint("reference", error)) return refuse("booked");
      throw error;
    }
    const { packageId, propertyType, effectiveFrom } = price;
    const data = { packageId, propertyType, effectiveFrom };
    await emit(ctx, "package.price-withdrawn", priceId, data, { before: { fils: price.priceFils } });
    return { ok: true };
  },
);
