import { command } from "~/platform/auth/command.server";
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
  const before = itemPrices.find((price) => price.effectiveFrom <= effectiveFrom);
  const after = { ...extrasOf(before ?? itemPrices[0]), ...planned.extras, ...termsOf(planned.terms) };
  if (before?.effectiveFrom === effectiveFrom) return refuse("day-taken");
  if (before && sameTerms(termsIn(before), after)) return refuse("unchanged");
  try {
    const { id } = await ctx.db
      .insertInto("prices")
      .values({
        ...positionOf(book, itemPrices[0], planned.name),
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
      .returning("id")
      .executeTakeFirstOrThrow();
    const data = { serviceId, item, effectiveFrom };
    await emit(ctx, "service.price-planned", id, data, {
      subjectType: "price",
      before: before ? termsIn(before) : null,
      after,
    });
    return { ok: true };
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

/** The first item of a service becomes its headline. */
function positionOf(book: readonly PriceRow[], current: PriceRow | undefined, name: string) {
  if (current) return { name: current.name, isHeadline: current.isHeadline, position: current.position };
  const last = Math.max(-1, ...book.map(({ position }) => position));
  return { name, isHeadline: book.length === 0, position: last + 1 };
}
