import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { dispatchTechnician } from "../dispatch-technician.server";
import { suggestTechnicians } from "../suggest-technicians.server";

/** Suggested technicians skip placement warnings, since on-call technicians may be off shift. */
export const dispatchEmergency = command(
  "bookings.manage",
  async function dispatchEmergency(ctx, input: { bookingId: string; technicianId: string }) {
    return dispatchTechnician(ctx, input, async (booking) => {
      const suggested = await suggestTechnicians(ctx, booking);
      return suggested.some(({ id }) => id === input.technicianId)
        ? m.booking_reassigned_to_emergency()
        : undefined;
    });
  },
);
