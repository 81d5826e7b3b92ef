import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/browser/http-client";
import type { AfterCompletionView, PublishedReviews, TechnicianView } from "./views";

const pathOf = (reference: string) => `/api/bookings/${reference}`;

export const afterCompletionQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", "after-completion", reference],
    queryFn: ({ signal }) => getJson<AfterCompletionView>(`${pathOf(reference)}/aftercare`, {}, signal),
  });

/** `name`: of another technician it is another question. */
export const technicianQuery = (reference: string, name: string) =>
  queryOptions({
    queryKey: ["booking", "technician", reference, name],
    queryFn: ({ signal }) => getJson<TechnicianView>(`${pathOf(reference)}/technician`, {}, signal),
  });

/** Where the picture of whoever comes is; null: there is none. */
export const pictureOf = (reference: string, pictureId: string | null | undefined) =>
  pictureId ? `${pathOf(reference)}/technician/picture/${pictureId}` : null;

/** All that is published of a service; `first` came with the page. */
export const serviceReviewsQuery = (service: string, first: PublishedReviews) =>
  infiniteQueryOptions({
    queryKey: ["reviews", service],
    queryFn: ({ pageParam, signal }) =>
      getJson<PublishedReviews>("/api/reviews", { service, cursor: pageParam }, signal),
    initialData: { pages: [first], pageParams: [""] },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The page is new by itself; what was read of it stays as it is while somebody reads on.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const writeReview = (reference: string, review: { rating: number; words: string }) =>
  postJson<AfterCompletionView>(`${pathOf(reference)}/review`, review);

export const askForRevisit = (reference: string, words: string) =>
  postJson<AfterCompletionView>(`${pathOf(reference)}/revisit`, { words });
