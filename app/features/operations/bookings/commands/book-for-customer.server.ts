import { command } from "~/platform/auth/command.server";
import { resolvePreferredTechnicianForOffice } from "../preferred-technician.server";
import { createBooking, type OfficeBookingOptions } from "../request/create-booking.server";
import { requireClearCustomer } from "../request/customer-candidates.server";
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
    const isCustomerKnown = onBehalf.customerId !== undefined || onBehalf.warrantyOf !== undefined;
    if (!isCustomerKnown) {
      const clear = await requireClearCustomer(ctx, { phone: form.phone, name: form.customerName });
      if (!clear.ok) return clear;
    }
    return createBooking(ctx, { ...form, preferredTechnicianId: preferred.technicianId }, onBehalf, null);
  },
);
