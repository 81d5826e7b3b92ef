import { callsOf } from "~/platform/browser/calls";
import { topicClient } from "~/platform/browser/topic-client";
import type { accessApi } from "./api.server";
import type { SentPermit } from "./schema";

const bookings = topicClient<typeof accessApi>("booking");

export const bookingAccessQuery = (bookingId: string) =>
  bookings.query("/admin/bookings/{bookingId}/access", { bookingId });

export const useChangeAccess = () => bookings.useChange("/admin/bookings/{bookingId}/access");

export const customerAccessQuery = (customerId: string) =>
  bookings.query("/admin/customers/{customerId}/access", { customerId });

export const useChangePropertyAccess = () => bookings.useChange("/admin/properties/{propertyId}/access");

export const ownPermitQuery = (reference: string) =>
  callsOf<typeof accessApi>().query(["booking", "permit", reference], "/bookings/{reference}/permit", {
    reference,
  });

export const sendPermit = (reference: string, permit: SentPermit) =>
  bookings.send("/bookings/{reference}/permit", { reference, ...permit });
