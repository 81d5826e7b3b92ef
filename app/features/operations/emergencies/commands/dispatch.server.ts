import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { requiredSkills } from "../../bookings/work/booked-service.server";
import { dispatchTechnician } from "../dispatch-technician.server";
import { suggestTechnicians } from "../suggest-technicians.server";

/**
 * Suggested technicians skip placement warnings, since on-call technicians may be off shift. Their visit starts
 * when they are free.
 */
export const dispatchEmergency = command(
  "bookings.manage",
  async function dispatchEmergency(ctx, input: { bookingId: string; technicianId: string }) {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select(["serviceId", requiredSkills, "area", "requestedAt", "emergency"])
      .where("id", "=", input.bookingId)
      .executeTakeFirst();
    if (!booking) return refuse("not-found");
    if (!booking.emergency) return refuse("wrong-state");
    const suggested = await suggestTechnicians(ctx, booking);
    const candidate = suggested.find(({ technicianId }) => technicianId === input.technicianId);
    const overrideReason = candidate && m.booking_reassigned_to_emergency();
    return dispatchTechnician(ctx, { ...input, start: candidate, overrideReason });
  },
);
