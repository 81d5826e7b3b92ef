import { command } from "~/platform/auth/command.server";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { type PriceExtras, type PriceInput, sameTerms, termsOf } from "./price";
import { extrasOf, type PriceRow, termsIn } from "./price-row";
import "./table";

export interface PlannedPrice {
  serviceId: string;
  /** Names it within its service; one that is not there yet is added. */
  item: string;
  /** Of an item that is new. */
  name: string;
  terms: PriceInput;
  /** What is not said stays as it was. */
  extras?: Partial<PriceExtras>;
  /** The Dubai day from which it counts: today or later. */
  effectiveFrom: string;
}

/** Gives an item another price from a day on. The one before it is kept: bookings stand on it. */
export const planPrice = command("prices.manage", async (ctx, planned: PlannedPrice) => {
  const { serviceId, item, effectiveFrom } = planned;
  if (effectiveFrom < dubaiDate(ctx.now)) return refuse("day-past");
  const book = await ctx.db
    .selectFrom("prices")
    .selectAll()
    .where("service_id", "=", serviceId)
    .orderBy("effective_from", "desc")
    .execute();
  const own = book.filter((price) => price.item === item);
  const before = own.find((price) => price.effective_from <= effectiveFrom);
  const after = { ...extrasOf(before ?? own[0]), ...planned.extras, ...termsOf(planned.terms) };
  if (before?.effective_from === effectiveFrom) return refuse("day-taken");
  if (before && sameTerms(termsIn(before), after)) return refuse("unchanged");
  try {
    const { id } = await ctx.db
      .insertInto("prices")
      .values({
        ...placeOf(book, own[0], planned.name),
        service_id: serviceId,
        item,
        mode: after.mode,
        unit: after.unit,
        price_fils: after.fils,
        next_fils: after.nextFils,
        emergency_uplift: after.emergencySurcharge,
        out_of_hours_uplift: after.outOfHoursSurcharge,
        duration_min: after.durationMin,
        buffer_min: after.bufferMin,
        effective_from: effectiveFrom,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const what = { serviceId, item, effectiveFrom };
    await emit(ctx, "service.price-planned", id, what, {
      subjectType: "price",
      before: before ? termsIn(before) : null,
      after,
    });
    return { ok: true };
  } catch (error) {
    // Somebody else was quicker.
    if (violatesConstraint("unique", error)) return refuse("day-taken");
    if (violatesConstraint("reference", error)) return refuse("unknown-service");
    throw error;
  }
});

/** Takes back a price that has not come into force, or did today and by mistake: before anybody booked at it. */
export const withdrawPrice = command("prices.manage", async (ctx, priceId: string) => {
  const price = await ctx.db
    .selectFrom("prices")
    .selectAll()
    .where("id", "=", priceId)
    .forUpdate()
    .executeTakeFirst();
  if (!price) return refuse("not-found");
  const { service_id: serviceId, item, effective_from: effectiveFrom } = price;
  if (effectiveFrom < dubaiDate(ctx.now)) return refuse("in-force");
  try {
    await ctx.db.deleteFrom("prices").where("id", "=", priceId).execute();
  } catch (error) {
    if (violatesConstraint("reference", error)) return refuse("booked");
    throw error;
  }
  const what = { serviceId, item, effectiveFrom };
  await emit(ctx, "service.price-withdrawn", priceId, what, { subjectType: "price", before: termsIn(price) });
  return { ok: true, serviceId };
});

/** Where it stands in the book: as before, or last. The first that a service has stands for it. */
function placeOf(book: readonly PriceRow[], known: PriceRow | undefined, name: string) {
  if (known) return { name: known.name, lead: known.lead, position: known.position };
  const last = Math.max(-1, ...book.map(({ position }) => position));
  return { name, lead: book.length === 0, position: last + 1 };
}
