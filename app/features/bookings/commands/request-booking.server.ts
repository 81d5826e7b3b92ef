import { command } from "~/platform/auth/command.server";
import { makeBooking } from "../make-booking.server";
import { isOffice } from "../policy";
import type { BookingForm } from "../schema";
import { passSecurityCheck } from "../security-check.server";

/**
 * A visitor or a customer asks for a service. Whoever is not of the office solves the security check, which is used up
 * by a booking that is made and by nothing else.
 */
export const requestBooking = command(
  "bookings.request",
  async (ctx, form: BookingForm, securityCheck: { id: string; answer: number }) => {
    if (!isOffice(ctx.actor)) {
      const passed = await passSecurityCheck(ctx, securityCheck);
      if (!passed.ok) return passed;
    }
    return makeBooking(ctx, form);
  },
);
