import { command } from "~/platform/auth/command.server";
import { resolvePreferredTechnicianForOffice } from "../preferred-technician.server";
import { createBooking, type OfficeBookingOptions } from "../request/create-booking.server";
import type { OfficeRequestForm } from "../request/office-request-form";

export const bookForCustomer = command(
  "bookings.manage",
  async function bookForCustomer(ctx, form: OfficeRequestForm, onBehalf: OfficeBookingOptions = {}) {
    const preferred = await resolvePreferredTechnicianForOffice(
      ctx,
      onBehalf.customerId,
      form.sameTechnicianAs,
    );
    if (!preferred.ok) return preferred;
    return createBooking(ctx, { ...form, preferredTechnicianId: preferred.technicianId }, onBehalf, null);
  },
);
