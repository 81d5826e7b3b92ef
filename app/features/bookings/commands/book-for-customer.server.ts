import { command } from "~/platform/auth/command.server";
import { askOnBehalf } from "../asked-for.server";
import { makeBooking, type OnBehalf } from "../request/make-booking.server";
import type { OfficeRequestForm } from "../request/office-request-form";

/** The office books for somebody who called, or for a customer whose finished work is put right under the warranty. */
export const bookForCustomer = command(
  "bookings.manage",
  async (ctx, form: OfficeRequestForm, onBehalf: OnBehalf = {}) => {
    const asked = await askOnBehalf(ctx, onBehalf.customerId, form.sameTechnicianAs);
    if (!asked.ok) return asked;
    return makeBooking(ctx, { ...form, askedFor: asked.technicianId }, onBehalf, null);
  },
);
