import { command } from "~/platform/auth/command.server";
import { resolvePreferredTechnicianForOffice } from "../preferred-technician.server";
import { makeBooking, type OnBehalf } from "../request/make-booking.server";
import type { OfficeRequestForm } from "../request/office-request-form";

/** The office books for somebody who called, or for a customer whose finished work is put right under the warranty. */
export const bookForCustomer = command(
  "bookings.manage",
  async (ctx, form: OfficeRequestForm, onBehalf: OnBehalf = {}) => {
    const asked = await resolvePreferredTechnicianForOffice(ctx, onBehalf.customerId, form.sameTechnicianAs);
    if (!asked.ok) return asked;
    return makeBooking(ctx, { ...form, preferredTechnicianId: asked.technicianId }, onBehalf, null);
  },
);
