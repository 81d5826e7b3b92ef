import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { lockDay } from "../../scheduling/visits.server";
import { startOf } from "../emergency";
import { listWhomToSend } from "../emergency-queries.server";
import { skillNeeded } from "../trade.server";
import { assignTechnician } from "./assign-technician.server";
import { moveBooking } from "./move-booking.server";
import "../table";

/**
 * Sends a technician to an emergency at once: confirmed, if it was not, and placed from now on. Whoever is suggested may
 * be off shift, as being on call is for that; anybody else is held to what holds for every visit.
 */
export const dispatchEmergency = command(
  "bookings.manage",
  async (ctx, asked: { bookingId: string; technicianId: string }) => {
    const { bookingId, technicianId } = asked;
    const { day, time } = startOf(ctx.now);
    // Before the booking, as everybody does who places a visit.
    await lockDay(ctx, day);
    const booking = await ctx.db
      .selectFrom("bookings")
      .select(["version", "state", "emergency", "service_id", skillNeeded, "area"])
      .where("id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    if (!booking) return refuse("not-found");
    // Two who send at once: the second is told, rather than sending another one after the first.
    const waits = booking.state === "requested" || booking.state === "confirmed";
    if (!booking.emergency || !waits) return refuse("wrong-state");
    let { version } = booking;
    if (booking.state === "requested") {
      const confirmed = await moveBooking(ctx, { bookingId, move: "confirm", version });
      if (!confirmed.ok) return confirmed;
      version++;
    }
    const suggested = await listWhomToSend(ctx, {
      serviceId: booking.service_id,
      skillId: booking.skill_id,
      area: booking.area,
    });
    const overrideReason = suggested.some(({ id }) => id === technicianId)
      ? m.booking_sent_to_emergency()
      : undefined;
    const confirms = booking.state === "requested";
    return assignTechnician(ctx, { bookingId, version, technicianId, day, time, overrideReason, confirms });
  },
);
