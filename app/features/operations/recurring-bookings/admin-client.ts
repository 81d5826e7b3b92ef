import { topicClient } from "~/platform/browser/topic-client";
import type { recurringBookingsApi } from "./api.server";

const recurringBooking = topicClient<typeof recurringBookingsApi>("booking");

export const recurringBookingQuery = (id: string) =>
  recurringBooking.query("/admin/bookings/{id}/recurrence", { id });
export const customerRecurringBookingsQuery = (id: string) =>
  recurringBooking.query("/admin/customers/{id}/recurring-bookings", { id });

export const qualifiedTechniciansQuery = (id: string) =>
  recurringBooking.query("/admin/recurring-bookings/{id}/technicians", { id });

export const useCreateRecurringBooking = () => recurringBooking.useChange("/admin/bookings/{id}/recurrence");
export const useShiftRecurringBooking = () =>
  recurringBooking.useChange("/admin/recurring-bookings/{id}/shift");
export const useSetRecurringTechnician = () =>
  recurringBooking.useChange("/admin/recurring-bookings/{id}/technician");
export const useEndRecurringBooking = () => recurringBooking.useChange("/admin/recurring-bookings/{id}/end");
