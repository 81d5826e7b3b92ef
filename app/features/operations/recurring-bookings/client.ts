import { apiClient } from "~/platform/browser/api-client";
import type { recurringBookingsApi } from "./api.server";

const recurringBooking = apiClient<typeof recurringBookingsApi>();

export const myRecurringBookingsQuery = recurringBooking.query(
  ["booking", "my-recurring-bookings"],
  "/account/recurring-bookings",
  {},
);

export const recurrenceQuery = (reference: string) =>
  recurringBooking.query(["booking", "recurrence", reference], "/bookings/{reference}/recurrence", {
    reference,
  });
