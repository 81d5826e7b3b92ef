import { command } from "~/platform/auth/command.server";
import type { CallerForm } from "../caller-form";
import { makeBooking, type OnBehalf } from "../make-booking.server";

/** The office books for somebody who called, or for a customer whose finished work is put right under the warranty. */
export const bookForCaller = command(
  "bookings.manage",
  async (ctx, form: CallerForm, onBehalf: OnBehalf = {}) => makeBooking(ctx, form, onBehalf, null),
);
