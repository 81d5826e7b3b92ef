import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addMinutes } from "~/platform/time";
import { isOnCallAt } from "../../scheduling/roster.server";
import { EMERGENCY_FORGOTTEN_MIN, waitingForSomebody } from "./emergency";
import "../../scheduling/table";
import "../table";

/** Asks everybody who is on call now to go to an emergency (docs/domain.md, "Emergencies"). */
export async function askOnCall(ctx: Ctx, bookingId: string): Promise<void> {
  await ask(ctx, bookingId);
}

/** Asks whoever came on call since an emergency came in that nobody goes to yet, and has them told. */
export async function askNewOnCall(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const asked = await ask(ctx);
    for (const [bookingId, calls] of Map.groupBy(asked, ({ booking_id }) => booking_id)) {
      const technicianIds = calls.map(({ technician_id }) => technician_id);
      await emit(ctx, "booking.on-call-asked", bookingId, { technicianIds });
    }
  });
}

/**
 * Everybody who is on call now is asked to go to what waits for somebody, or to this one of it: whoever is trained for its trade and
 * was not asked before; without a trade, everybody. Of two that ask at once, each asks whom the other does not.
 */
function ask(ctx: Ctx, bookingId?: string) {
  const onCall = ctx.db
    .selectFrom("bookings")
    .innerJoin("technicians", (join) => join.on("technicians.active", "=", true).on(isOnCallAt(ctx.now)))
    .select((eb) => ["bookings.id", "technicians.id as technician_id", eb.val(ctx.now).as("asked_at")])
    .where("bookings.emergency", "=", true)
    .where("bookings.state", "in", waitingForSomebody)
    .where("bookings.requested_at", ">", addMinutes(ctx.now, -EMERGENCY_FORGOTTEN_MIN))
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
    .insertInto("emergency_calls")
    .columns(["booking_id", "technician_id", "asked_at"])
    .expression(bookingId === undefined ? onCall : onCall.where("bookings.id", "=", bookingId))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["booking_id", "technician_id"])
    .execute();
}
