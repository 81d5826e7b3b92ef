import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { type PriceExtras, type PriceInput, sameTerms, termsOf } from "./price";
import { extrasOf, type PriceRow, termsIn } from "./price-row";

export interface PlannedPrice {
  serviceId: string;
  /** An unknown id adds an item. */
  item: string;
  name: string;
  /** Null removes the Arabic text; absent if it stays. */
  nameAr?: string | null | undefined;
  /** Arabic word of the unit, which all prices with the unit share. */
  unitAr?: string | null | undefined;
  /** Version that the user saw; absent in imported lists. */
  version?: number | undefined;
  terms: PriceInput;
  extras?: Partial<PriceExtras>;
  /** Dubai day, from today on. */
  effectiveFrom: string;
}

/** Plans a price. Earlier entries stay, because bookings refer to them. */
export const planPrice = command("prices.manage", async function planPrice(ctx, planned: PlannedPrice) {
  const { serviceId, item, effectiveFrom } = planned;
  if (effectiveFrom < dubaiDate(ctx.now)) return refuse("day-past");
  const book = await ctx.db
    .selectFrom("prices")
    .selectAll()
    .where("serviceId", "=", serviceId)
    .orderBy("effectiveFrom", "desc")
    .execute();
  const itemPrices = book.filter((price) => price.item === item);
  if (itemPrices[0] && isStale(planned, itemPrices[0])) return refuse("stale");
  const before = itemPrices.find((price) => price.effectiveFrom <= effectiveFrom);
  const after = { ...extrasOf(before ?? itemPrices[0]), ...planned.extras, ...termsOf(planned.terms) };
  const isSame = before !== undefined && sameTerms(termsIn(before), after);
  if (isSame) {
    const texts = await changeArabicTexts(ctx, planned, before);
    if (texts !== "unchanged") return texts;
  }
  if (before?.effectiveFrom === effectiveFrom) return refuse("day-taken");
  if (isSame) return refuse("unchanged");
  try {
    const added = await ctx.db
      .insertInto("prices")
      .values({
        ...placeInBook(book, itemPrices[0], planned.name),
        unitAr: await findArabicUnit(ctx, after.unit),
        serviceId,
        item,
        mode: after.mode,
        unit: after.unit,
        priceFils: after.fils,
        nextHourFils: after.nextFils,
        emergencySurcharge: after.emergencySurcharge,
        outOfHoursSurcharge: after.outOfHoursSurcharge,
        durationMin: after.durationMin,
        bufferMin: after.bufferMin,
        effectiveFrom,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const data = { serviceId, item, effectiveFrom };
    await emit(ctx, "service.price-planned", added.id, data, {
      subjectType: "price",
      before: before ? termsIn(before) : null,
      after,
    });
    const texts = await changeArabicTexts(ctx, planned, added);
    return texts === "unchanged" ? { ok: true } : texts;
  } catch (error) {
    // A concurrent request planned the same day.
    if (violatesConstraint("unique", error)) return refuse("day-taken");
    if (violatesConstraint("reference", error)) return refuse("unknown-service");
    throw error;
  }
});

/** Withdraws a planned price, or today's before its first booking. */
export const withdrawPrice = command("prices.manage", async function withdrawPrice(ctx, priceId: string) {
  const price = await ctx.db
    .selectFrom("prices")
    .selectAll()
    .where("id", "=", priceId)
    .forUpdate()
    .executeTakeFirst();
  if (!price) return refuse("not-found");
  const { serviceId, item, effectiveFrom } = price;
  if (effectiveFrom < dubaiDate(ctx.now)) return refuse("in-force");
  try {
    await ctx.db.deleteFrom("prices").where("id", "=", priceId).execute();
  } catch (error) {
    if (violatesConstraint("reference", error)) return refuse("booked");
    throw error;
  }
  const data = { serviceId, item, effectiveFrom };
  await emit(ctx, "service.price-withdrawn", priceId, data, { subjectType: "price", before: termsIn(price) });
  return { ok: true, serviceId };
});

/** Names, version and position, which all prices of an item share. The first item of a service becomes its headline. */
function placeInBook(book: readonly PriceRow[], current: PriceRow | undefined, name: string) {
  if (current) {
    const { name, nameAr, version, isHeadline, position } = current;
    return { name, nameAr, version, isHeadline, position };
  }
  const last = Math.max(-1, ...book.map(({ position }) => position));
  return { name, isHeadline: book.length === 0, position: last + 1 };
}

function isStale({ version }: PlannedPrice, price: PriceRow): boolean {
  return version !== undefined && version !== price.version;
}

/** Arabic texts apply at once to every price of the item, because they change no terms. */
async function changeArabicTexts(ctx: Ctx, planned: PlannedPrice, price: PriceRow) {
  const before = { nameAr: price.nameAr, unitAr: price.unitAr };
  const { nameAr = before.nameAr } = planned;
  const unitAr = price.unit === "" || planned.unitAr === undefined ? before.unitAr : planned.unitAr;
  if (nameAr === before.nameAr && unitAr === before.unitAr) return "unchanged";
  const { id, serviceId, item, effectiveFrom } = price;
  // A concurrent change waits here for the first one and then finds another version.
  const changed = await ctx.db
    .updateTable("prices")
    .set({ version: price.version + 1 })
    .where("id", "=", id)
    .where("version", "=", price.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return refuse("stale");
  await ctx.db
    .updateTable("prices")
    .set({ nameAr, version: price.version + 1 })
    .where("serviceId", "=", serviceId)
    .where("item", "=", item)
    .execute();
  if (unitAr !== before.unitAr) {
    await ctx.db
      .updateTable("prices")
      .set((eb) => ({ unitAr, version: eb("version", "+", 1) }))
      .where("unit", "=", price.unit)
      .execute();
  }
  await emit(
    ctx,
    "service.price-translated",
    id,
    { serviceId, item, effectiveFrom },
    { subjectType: "price", before, after: { nameAr, unitAr } },
  );
  return { ok: true as const };
}

/** The price book has one Arabic word per unit. Null if the unit is new. */
async function findArabicUnit(ctx: Ctx, unit: string): Promise<string | null> {
  const known = await ctx.db
    .selectFrom("prices")
    .select("unitAr")
    .where("unit", "=", unit)
    .where("unitAr", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return known?.unitAr ?? null;
}
