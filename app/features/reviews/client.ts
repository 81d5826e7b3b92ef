import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/browser/http-client";
import type { AftercareView } from "./views";

const pathOf = (reference: string) => `/api/bookings/${reference}`;

export const aftercareQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", "aftercare", reference],
    queryFn: ({ signal }) => getJson<AftercareView>(`${pathOf(reference)}/aftercare`, {}, signal),
  });

export const writeReview = (reference: string, review: { rating: number; words: string }) =>
  postJson<AftercareView>(`${pathOf(reference)}/review`, review);

export const askForRevisit = (reference: string, words: string) =>
  postJson<AftercareView>(`${pathOf(reference)}/revisit`, { words });
