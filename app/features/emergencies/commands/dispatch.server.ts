import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { sendToEmergency } from "../send.server";
import { listWhomToSend } from "../whom-to-send.server";

/**
 * The office sends a technician to an emergency at once. Whoever is suggested may be off shift, as being on call is for
 * that; anybody else is held to what holds for every visit.
 */
export const dispatchEmergency = command(
  "bookings.manage",
  async (ctx, asked: { bookingId: string; technicianId: string }) =>
    sendToEmergency(ctx, asked, async (booking) => {
      const suggested = await listWhomToSend(ctx, booking);
      return suggested.some(({ id }) => id === asked.technicianId)
        ? m.booking_sent_to_emergency()
        : undefined;
    }),
);
