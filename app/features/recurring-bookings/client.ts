import { apiClient } from "~/platform/browser/api-client";
import type { recurringBookingsApi } from "./api.server";

const series = apiClient<typeof recurringBookingsApi>();

/** What is repeated of one's own bookings. */
export const myRecurringBookingsQuery = series.query(["booking", "own-series"], "/account/series", {});

/** Of a booking that is followed. */
export const recurrenceQuery = (reference: string) =>
  series.query(["booking", "series", reference], "/bookings/{reference}/series", { reference });
