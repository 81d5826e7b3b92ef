import { command } from "~/platform/auth/command.server";
import { lockDay } from "../../scheduling/place-visit.server";
import { validateTransition } from "../booking";
import { lockBooking } from "../lock-booking.server";
import { applyPlacement, type PlacementInput } from "../visits/apply-placement.server";

export const assignTechnician = command(
  "bookings.manage",
  async function assignTechnician(ctx, input: PlacementInput & { bookingId: string; version: number }) {
    await lockDay(ctx, input.day);
    const locked = await lockBooking(ctx, input.bookingId, input.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    const decision = validateTransition({ transition: "assign", state: booking.state, by, now: ctx.now });
    if (!decision.ok) return decision;
    return applyPlacement(ctx, booking, booking.visit, input);
  },
);
