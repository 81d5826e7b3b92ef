import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/browser/http-client";
import { topicClient } from "~/platform/browser/topic-client";
import type { accessApi } from "./api.server";
import type { SentPermit } from "./schema";
import type { OwnPermit } from "./views";

const bookings = topicClient<typeof accessApi>("booking");

export const bookingAccessQuery = (bookingId: string) =>
  bookings.query("/admin/bookings/{bookingId}/access", { bookingId });

export const useChangeAccess = () => bookings.useChange("/admin/bookings/{bookingId}/access");

export const customerAccessQuery = (customerId: string) =>
  bookings.query("/admin/customers/{customerId}/access", { customerId });

export const useChangePropertyAccess = () => bookings.useChange("/admin/properties/{propertyId}/access");

const permitOf = (reference: string) => `/api/bookings/${reference}/permit`;

export const ownPermitQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", "permit", reference],
    queryFn: ({ signal }) => getJson<OwnPermit>(permitOf(reference), {}, signal),
  });

export const sendPermit = (reference: string, permit: SentPermit) =>
  postJson<OwnPermit>(permitOf(reference), permit);
