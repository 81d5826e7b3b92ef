import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { addMinutes } from "~/platform/time";
import { EMERGENCY_MAX_AGE_MIN, undispatchedStates } from "../bookings/response-targets/emergency";
import { isOnCallAt } from "../scheduling/roster.server";
import "./emergency";

export const pageOnCallOnEmergency: Reaction<"booking.requested"> = {
  name: "page-on-call",
  appliesTo: ({ data }) => data.emergency,
  run: function pageOnCallOnEmergency(ctx, { subjectId }) {
    return pageAndNotify(ctx, subjectId);
  },
};

/** Also informs technicians who were already paged. */
export const pageOnCallOnTradeCorrection: Reaction<"booking.corrected"> = {
  name: "page-on-call",
  appliesTo: ({ data }) => data.fields.includes("trade"),
  run: function pageOnCallOnTradeCorrection(ctx, { subjectId }) {
    return pageAndNotify(ctx, subjectId);
  },
};

/** Notifies all paged technicians who have not passed on. */
export async function pageAndNotify(ctx: Ctx, bookingId: string): Promise<void> {
  await pageOnCall(ctx, bookingId);
  const paged = await ctx.db
    .selectFrom("onCallPages")
    .innerJoin("bookings", "bookings.id", "onCallPages.bookingId")
    .select("technicianId")
    .where("bookingId", "=", bookingId)
    .where("declinedAt", "is", null)
    .where("bookings.state", "in", undispatchedStates)
    .execute();
  const technicianIds = paged.map(({ technicianId }) => technicianId);
  if (technicianIds.length > 0) await emit(ctx, "booking.on-call-paged", bookingId, { technicianIds });
}

/** Pages technicians who came on call after an emergency that still has no technician. */
export async function pageNewOnCall(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const paged = await pageOnCall(ctx);
    for (const [bookingId, calls] of Map.groupBy(paged, ({ bookingId }) => bookingId)) {
      const technicianIds = calls.map(({ technicianId }) => technicianId);
      await emit(ctx, "booking.on-call-paged", bookingId, { technicianIds });
    }
  });
}

/** Technicians on call who are trained for the trade of an open emergency without a technician; all if it is unknown. */
export function onCallCandidates(ctx: Ctx) {
  return ctx.db
    .selectFrom("bookings")
    .innerJoin("technicians", (join) => join.on("technicians.active", "=", true).on(isOnCallAt(ctx.now)))
    .select((eb) => ["bookings.id", "technicians.id as technicianId", eb.val(ctx.now).as("pagedAt")])
    .where("bookings.emergency", "=", true)
    .where("bookings.state", "in", undispatchedStates)
    .where("bookings.requestedAt", ">", addMinutes(ctx.now, -EMERGENCY_MAX_AGE_MIN))
    .where((eb) =>
      eb.or([
        eb("bookings.tradeId", "is", null),
        eb.exists(
          eb
            .selectFrom("technicianSkills")
            .select("serviceId")
            .whereRef("technicianSkills.technicianId", "=", "technicians.id")
            .whereRef("technicianSkills.serviceId", "=", "bookings.tradeId"),
        ),
      ]),
    );
}

/**
 * Pages the technicians on call. `bookingId`: only this emergency.
 * Safe to run concurrently: each technician is paged once per emergency.
 */
export function pageOnCall(ctx: Ctx, bookingId?: string) {
  const onCall = onCallCandidates(ctx);
  return ctx.db
    .insertInto("onCallPages")
    .columns(["bookingId", "technicianId", "pagedAt"])
    .expression(bookingId === undefined ? onCall : onCall.where("bookings.id", "=", bookingId))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["bookingId", "technicianId"])
    .execute();
}
