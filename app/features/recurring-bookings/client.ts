import { apiClient } from "~/platform/browser/api-client";
import type { recurringBookingsApi } from "./api.server";

const recurringBooking = apiClient<typeof recurringBookingsApi>();

/** What is repeated of one's own bookings. */
export const myRecurringBookingsQuery = recurringBooking.query(
  ["booking", "own-series"],
  "/account/recurring-bookings",
  {},
);

/** Of a booking that is followed. */
export const recurrenceQuery = (reference: string) =>
  recurringBooking.query(["booking", "series", reference], "/bookings/{reference}/recurrence", { reference });
