import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { findService } from "../../../core/catalogue/queries.server";
import { passSecurityCheck } from "../../../core/forms/security-check.server";
import { isOffice } from "../policy";
import { resolvePreferredTechnician } from "../preferred-technician.server";
import { createBooking } from "../request/create-booking.server";
import { findDuplicateBooking } from "../request/duplicate-booking.server";
import type { OfficeRequestForm } from "../request/office-request-form";
import { type EmergencyLimits, requireEmergencyWork } from "../request/require-emergency-work.server";
import type { BookingForm } from "../schema";
import { findRequestContact, type HoldLimits } from "../visits/guest-holds.server";

/**
 * Visitors must solve the security check, which only a created booking uses up. A duplicate is refused unless
 * `confirmDuplicateOf` names it.
 */
export const requestBooking = command(
  "bookings.request",
  async function requestBooking(
    ctx,
    form: BookingForm,
    securityCheck: { id: string; answer: number },
    {
      confirmDuplicateOf,
      requireHold = false,
      terms,
    }: { confirmDuplicateOf?: string; requireHold?: boolean; terms: HoldLimits & EmergencyLimits },
  ) {
    if (!isOffice(ctx.actor)) {
      const passed = await passSecurityCheck(ctx, securityCheck);
      if (!passed.ok) return passed;
      const duplicate = await findDuplicateBooking(ctx, form);
      if (duplicate && duplicate !== confirmDuplicateOf)
        return refuse("already-booked", { reference: duplicate });
      if ((await findService(ctx, form.service))?.emergency) {
        const worked = await requireEmergencyWork(ctx, terms);
        if (!worked.ok) return worked;
      }
    }
    const preferred = await resolvePreferredTechnician(ctx, terms, form.sameTechnicianAs);
    if (!preferred.ok) return preferred;
    const request = { ...form, preferredTechnicianId: preferred.technicianId };
    const guest = await findRequestContact(ctx, form.email);
    return createBooking(ctx, request, null, guest && { ...guest, terms, requireHold });
  },
);

/**
 * Request of a guest whose phone number WhatsApp verified, which replaces the email and the security check. Only
 * services with slots: emergencies are called in.
 */
export const requestBookingByWhatsapp = command(
  "bookings.request",
  async function requestBookingByWhatsapp(ctx, form: Omit<OfficeRequestForm, "email">, terms: HoldLimits) {
    const duplicate = await findDuplicateBooking(ctx, form);
    if (duplicate) return refuse("already-booked", { reference: duplicate });
    const guest = { phone: form.phone, confirmedAt: ctx.now };
    return createBooking(ctx, form, null, { ...guest, terms, requireHold: true });
  },
);
