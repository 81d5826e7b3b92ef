import { queryOptions } from "@tanstack/react-query";
import { getJson, type HttpError } from "~/platform/browser/http-client";
import { byOwnNames } from "./field-names";
import type { OwnDetails } from "./views";

/** The typed calls of the forms that anybody may send. */

export interface SecurityQuestion {
  id: string;
  a: number;
  b: number;
}

export const securityQuestionQuery = queryOptions({
  queryKey: ["security-check"],
  queryFn: ({ signal }) => getJson<SecurityQuestion>("/api/security-check", {}, signal),
  // A question works once and for ten minutes: it is renewed on purpose, never behind the visitor's back.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

export interface MapsAccess {
  apiKey: string | null;
  scriptBase: string;
}

export const mapsAccessQuery = queryOptions({
  queryKey: ["maps-access"],
  queryFn: ({ signal }) => getJson<MapsAccess>("/api/get-google-maps-key", {}, signal),
});

export interface SecurityAnswer {
  id: string;
  answer: number;
}

/** Of the signed-in customer; asked for by whose it is, so that nobody sees what the last one left in the browser. */
export const ownDetailsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["booking", "details", userId],
    queryFn: ({ signal }) => getJson<OwnDetails>("/api/account/booking-details", {}, signal),
    staleTime: 30_000,
  });

/** The words beside each field of a refused form; the address's parts by their own names. */
export function fieldErrorsOf(error: HttpError): Record<string, string> {
  const errors = error.status === 400 ? error.body.errors : null;
  if (typeof errors !== "object" || errors === null) return {};
  return byOwnNames(errors as Record<string, string>);
}
