import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/browser/http-client";
import type { AftercareView } from "./views";

/** The booking that is spoken about: its reference and, for who is not signed in, the key of the mailed link. */
interface Opened {
  reference: string;
  key: string;
}

const pathOf = ({ reference }: Opened) => `/api/bookings/${reference}`;

export const aftercareQuery = (booking: Opened) =>
  queryOptions({
    queryKey: ["booking", "aftercare", booking.reference],
    queryFn: ({ signal }) =>
      getJson<AftercareView>(`${pathOf(booking)}/aftercare`, { key: booking.key }, signal),
  });

export const writeReview = (booking: Opened, review: { rating: number; words: string }) =>
  postJson<AftercareView>(`${pathOf(booking)}/review`, { ...review, key: booking.key });

export const askForRevisit = (booking: Opened, words: string) =>
  postJson<AftercareView>(`${pathOf(booking)}/revisit`, { words, key: booking.key });
