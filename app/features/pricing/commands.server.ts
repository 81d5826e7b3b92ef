import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction, sqlState } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { dubaiDate } from "~/platform/time";
import { mayEditPrices } from "./policy";
import { type PriceInput, type PriceTerms, sameTerms, termsOf } from "./price";
import "./table";

export type PlanRefusal = {
  ok: false;
  reason: "not-allowed" | "unknown-service" | "day-past" | "day-taken" | "unchanged";
};

export interface PlannedPrice {
  serviceId: string;
  /** Names it within its service; one that is not there yet is added. */
  item: string;
  /** Of an item that is new. */
  name: string;
  terms: PriceInput;
  /** The Dubai day from which it counts: today or later. */
  effectiveFrom: string;
}

/** Gives an item another price from a day on. The one before it is kept: bookings stand on it. */
export async function planPrice(ctx: Ctx, planned: PlannedPrice): Promise<{ ok: true } | PlanRefusal> {
  try {
    return await inTransaction<{ ok: true } | PlanRefusal>(ctx, async (ctx) => {
      if (!mayEditPrices(ctx.actor)) return { ok: false, reason: "not-allowed" };
      const { serviceId, item, effectiveFrom } = planned;
      if (effectiveFrom < dubaiDate(ctx.now)) return { ok: false, reason: "day-past" };
      const book = await ctx.db
        .selectFrom("prices")
        .selectAll()
        .where("service_id", "=", serviceId)
        .orderBy("effective_from", "desc")
        .execute();
      const own = book.filter((price) => price.item === item);
      const before = own.find((price) => price.effective_from <= effectiveFrom);
      const after = termsOf(planned.terms);
      if (before?.effective_from === effectiveFrom) return { ok: false, reason: "day-taken" };
      if (before && sameTerms(termsIn(before), after)) return { ok: false, reason: "unchanged" };
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
    });
  } catch (error) {
    // Somebody else was quicker.
    if (sqlState(error) === "23505") return { ok: false, reason: "day-taken" };
    if (sqlState(error) === "23503") return { ok: false, reason: "unknown-service" };
    throw error;
  }
}

export type WithdrawRefusal = { ok: false; reason: "not-allowed" | "not-found" | "in-force" | "booked" };

/** Takes back a price that has not come into force, or did today and by mistake: before anybody booked at it. */
export async function withdrawPrice(
  ctx: Ctx,
  priceId: string,
): Promise<{ ok: true; serviceId: string } | WithdrawRefusal> {
  try {
    return await inTransaction<{ ok: true; serviceId: string } | WithdrawRefusal>(ctx, async (ctx) => {
      if (!mayEditPrices(ctx.actor)) return { ok: false, reason: "not-allowed" };
      const price = await ctx.db
        .selectFrom("prices")
        .selectAll()
        .where("id", "=", priceId)
        .forUpdate()
        .executeTakeFirst();
      if (!price) return { ok: false, reason: "not-found" };
      if (price.effective_from < dubaiDate(ctx.now)) return { ok: false, reason: "in-force" };
      await ctx.db.deleteFrom("prices").where("id", "=", priceId).execute();
      const { service_id: serviceId, item, effective_from: effectiveFrom } = price;
      const what = { serviceId, item, effectiveFrom };
      const before = termsIn(price);
      await emit(ctx, "service.price-withdrawn", priceId, what, { subjectType: "price", before });
      return { ok: true, serviceId };
    });
  } catch (error) {
    if (sqlState(error) === "23503") return { ok: false, reason: "booked" };
    throw error;
  }
}

type PriceRow = Selectable<Tables["prices"]>;

function termsIn(row: PriceRow): PriceTerms {
  return { mode: row.mode, unit: row.unit, fils: row.price_fils, nextFils: row.next_fils };
}

/** Where it stands in the book: as before, or last. The first that a service has stands for it. */
function placeOf(book: readonly PriceRow[], known: PriceRow | undefined, name: string) {
  if (known) {
    const { name, lead, position, emergency_uplift, out_of_hours_uplift } = known;
    return { name, lead, position, emergency_uplift, out_of_hours_uplift };
  }
  const last = Math.max(-1, ...book.map(({ position }) => position));
  return { name, lead: book.length === 0, position: last + 1 };
}
