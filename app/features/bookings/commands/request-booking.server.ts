import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { makeBooking } from "../make-booking.server";
import { isOffice } from "../policy";
import { findSameBooking } from "../same-booking.server";
import type { BookingForm } from "../schema";
import { passSecurityCheck } from "../security-check.server";

/**
 * A visitor or a customer asks for a service. Whoever is not of the office solves the security check, which is used up
 * by a booking that is made and by nothing else. Who has the same already is asked first whether they mean a second one,
 * `besides` that reference.
 */
export const requestBooking = command(
  "bookings.request",
  async (ctx, form: BookingForm, securityCheck: { id: string; answer: number }, besides?: string) => {
    if (!isOffice(ctx.actor)) {
      const passed = await passSecurityCheck(ctx, securityCheck);
      if (!passed.ok) return passed;
      const same = await findSameBooking(ctx, form);
      if (same && same !== besides) return refuse("already-booked", { reference: same });
    }
    return makeBooking(ctx, form);
  },
);
