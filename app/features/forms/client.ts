import { callsOf } from "~/platform/browser/calls";
import type { HttpError } from "~/platform/browser/http-client";
import type { formsApi } from "./api.server";
import { byOwnNames } from "./field-names";

/** The typed calls of the forms that anybody may send. */

const forms = callsOf<ReturnType<typeof formsApi>>();

export const securityQuestionQuery = {
  ...forms.query(["security-check"], "/security-check", {}),
  // A question works once and for ten minutes: it is renewed on purpose, never behind the visitor's back.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
};

export const mapsAccessQuery = forms.query(["maps-access"], "/get-google-maps-key", {});

export interface SecurityAnswer {
  id: string;
  answer: number;
}

/** Of the signed-in customer; asked for by whose it is, so that nobody sees what the last one left in the browser. */
export const ownDetailsQuery = (userId: string) => ({
  ...forms.query(["booking", "details", userId], "/account/booking-details", {}),
  staleTime: 30_000,
});

/** The words beside each field of a refused form; the address's parts by their own names. */
export function fieldErrorsOf(error: HttpError): Record<string, string> {
  const errors = error.status === 400 ? error.body.errors : null;
  if (typeof errors !== "object" || errors === null) return {};
  return byOwnNames(errors as Record<string, string>);
}
