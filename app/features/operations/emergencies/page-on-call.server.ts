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
  run: (ctx, { subjectId }) => pageAndNotify(ctx, subjectId),
};

/** Also informs technicians who were already paged. */
export const pageOnCallOnTradeCorrection: Reaction<"booking.corrected"> = {
  name: "page-on-call",
  appliesTo: ({ data }) => data.fields.includes("trade"),
  run: (ctx, { subjectId }) => pageAndNotify(ctx, subjectId),
};

/** Notifies all paged technicians who have not passed on. */
async function pageAndNotify(ctx: Ctx, bookingId: string): Promise<void> {
  await pageOnCall(ctx, bookingId);
  const paged = await ctx.db
    .selectFrom("on_call_pages")
    .innerJoin("bookings", "bookings.id", "on_call_pages.booking_id")
    .select("technician_id")
    .where("booking_id", "=", bookingId)
    .where("declined_at", "is", null)
    .where("bookings.state", "in", undispatchedStates)
    .execute();
  const technicianIds = paged.map(({ technician_id }) => technician_id);
  if (technicianIds.length > 0) await emit(ctx, "booking.on-call-paged", bookingId, { technicianIds });
}

/** Pages technicians who came on call after an emergency that still has no technician. */
export async function pageNewOnCall(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const paged = await pageOnCall(ctx);
    for (const [bookingId, calls] of Map.groupBy(paged, ({ booking_id }) => booking_id)) {
      const technicianIds = calls.map(({ technician_id }) => technician_id);
      await emit(ctx, "booking.on-call-paged", bookingId, { technicianIds });
    }
  });
}

/**
 * Pages technicians on call who are trained for the trade; all if it is unknown.
 * `bookingId`: only this emergency.
 * Safe to run concurrently: each technician is paged once per emergency.
 */
export function pageOnCall(ctx: Ctx, bookingId?: string) {
  const onCall = ctx.db
    .selectFrom("bookings")
    .innerJoin("technicians", (join) => join.on("technicians.active", "=", true).on(isOnCallAt(ctx.now)))
    .select((eb) => ["bookings.id", "technicians.id as technician_id", eb.val(ctx.now).as("paged_at")])
    .where("bookings.emergency", "=", true)
    .where("bookings.state", "in", undispatchedStates)
    .where("bookings.requested_at", ">", addMinutes(ctx.now, -EMERGENCY_MAX_AGE_MIN))
    .where((eb) =>
      eb.or([
        eb("bookings.trade_id", "is", null),
        eb.exists(
          eb
            .selectFrom("technician_skills")
            .select("service_id")
            .whereRef("technician_skills.technician_id", "=", "technicians.id")
            .whereRef("technician_skills.service_id", "=", "bookings.trade_id"),
        ),
      ]),
    );
  return ctx.db
    .insertInto("on_call_pages")
    .columns(["booking_id", "technician_id", "paged_at"])
    .expression(bookingId === undefined ? onCall : onCall.where("bookings.id", "=", bookingId))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["booking_id", "technician_id"])
    .execute();
}
