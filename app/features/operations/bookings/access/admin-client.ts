import { topicClient } from "~/platform/browser/topic-client";
import type { accessApi } from "./api.server";

const bookings = topicClient<typeof accessApi>("booking");

export const bookingAccessQuery = (bookingId: string) =>
  bookings.query("/admin/bookings/{bookingId}/access", { bookingId });

export const useChangeAccess = () => bookings.useChange("/admin/bookings/{bookingId}/access");

export const customerAccessQuery = (customerId: string) =>
  bookings.query("/admin/customers/{customerId}/access", { customerId });

export const useChangePropertyAccess = () => bookings.useChange("/admin/properties/{propertyId}/access");
