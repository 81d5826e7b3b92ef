import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import type { AftercareView, CustomerWords } from "./views";

const pathOf = (reference: string) => `/api/account/bookings/${reference}`;

export const aftercareQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", "aftercare", reference],
    queryFn: ({ signal }) => getJson<AftercareView>(`${pathOf(reference)}/aftercare`, {}, signal),
  });

export const writeReview = (reference: string, review: { rating: number; words: string }) =>
  postJson<AftercareView>(`${pathOf(reference)}/review`, review);

export const askForRevisit = (reference: string, words: string) =>
  postJson<AftercareView>(`${pathOf(reference)}/revisit`, { words });

export const publishReview = (bookingId: string, published: boolean) =>
  postJson<CustomerWords>(`/api/admin/bookings/${bookingId}/review`, { published });

/** Its key starts with the live topic of bookings (app/platform/live-client.ts). */
export const customerWordsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ["booking", "words", bookingId],
    queryFn: ({ signal }) =>
      getJson<CustomerWords>(`/api/admin/bookings/${bookingId}/customer-words`, {}, signal),
  });
