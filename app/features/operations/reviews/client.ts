import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiClient } from "~/platform/browser/api-client";
import type { reviewsApi } from "./api.server";
import type { PublishedReviews } from "./views";

const reviews = apiClient<typeof reviewsApi>();

export const afterCompletionQuery = (reference: string) =>
  reviews.query(["booking", "after-completion", reference], "/bookings/{reference}/aftercare", { reference });

/** `name` is part of the key, because another technician has other data. */
export const technicianQuery = (reference: string, name: string) =>
  reviews.query(["booking", "technician", reference, name], "/bookings/{reference}/technician", {
    reference,
  });

/** URL of the technician's picture; null without one. */
export const pictureOf = (reference: string, pictureId: string | null | undefined) =>
  pictureId ? `/api/bookings/${reference}/technician/picture/${pictureId}` : null;

/** Published reviews of a service; `first` came with the page. */
export const serviceReviewsQuery = (service: string, first: PublishedReviews) =>
  infiniteQueryOptions({
    queryKey: ["reviews", service],
    queryFn: ({ pageParam, signal }) => reviews.get("/reviews", { service, cursor: pageParam }, signal),
    initialData: { pages: [first], pageParams: [""] },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The first page is fresh by itself, and pages already read stay stable while scrolling.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const writeReview = (reference: string, review: { rating: number; comment: string }, key: string) =>
  reviews.send("/bookings/{reference}/review", { reference, ...review }, key);

export const requestWarrantyVisit = (reference: string, message: string, key: string) =>
  reviews.send("/bookings/{reference}/warranty-request", { reference, message }, key);
