import { apiClient } from "~/platform/browser/api-client";
import type { recurringBookingsApi } from "./api.server";

const recurringBooking = apiClient<typeof recurringBookingsApi>();

/** What is repeated of one's own bookings. */
export const myRecurringBookingsQuery = recurringBooking.query(
  ["booking", "my-recurring-bookings"],
  "/account/recurring-bookings",
  {},
);

/** Of a booking that is followed. */
export const recurrenceQuery = (reference: string) =>
  recurringBooking.query(["booking", "recurrence", reference], "/bookings/{reference}/recurrence", { reference });
