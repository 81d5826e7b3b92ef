import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { passSecurityCheck } from "../../forms/security-check.server";
import { isOffice } from "../policy";
import { resolvePreferredTechnician } from "../preferred-technician.server";
import { createBooking } from "../request/create-booking.server";
import { findDuplicateBooking } from "../request/duplicate-booking.server";
import type { BookingForm } from "../schema";
import type { HoldLimits } from "../visits/unconfirmed-holds.server";

/**
 * A visitor or a customer asks for a service. Whoever is not of the office solves the security check, which is used up
 * by a booking that is made and by nothing else. Who has the same already is asked first whether they mean a second one,
 * `confirmDuplicateOf` that reference. `terms`: what bounds the times of those who have no account.
 */
export const requestBooking = command(
  "bookings.request",
  async (
    ctx,
    form: BookingForm,
    securityCheck: { id: string; answer: number },
    { confirmDuplicateOf, terms }: { confirmDuplicateOf?: string; terms: HoldLimits },
  ) => {
    if (!isOffice(ctx.actor)) {
      const passed = await passSecurityCheck(ctx, securityCheck);
      if (!passed.ok) return passed;
      const same = await findDuplicateBooking(ctx, form);
      if (same && same !== confirmDuplicateOf) return refuse("already-booked", { reference: same });
    }
    const asked = await resolvePreferredTechnician(ctx, terms, form.sameTechnicianAs);
    if (!asked.ok) return asked;
    const wanted = { ...form, preferredTechnicianId: asked.technicianId };
    if (userIdOf(ctx.actor)) return createBooking(ctx, wanted, null, null);
    return createBooking(ctx, wanted, null, { email: form.email, terms });
  },
);
