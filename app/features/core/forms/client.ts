import { apiClient } from "~/platform/browser/api-client";
import type { HttpError } from "~/platform/browser/http-client";
import type { formsApi } from "./api.server";
import { errorsByField } from "./field-names";

const forms = apiClient<ReturnType<typeof formsApi>>();

export const securityQuestionQuery = {
  ...forms.query(["security-check"], "/security-check", {}),
  // Never refetches a question by itself, because the visitor would lose it while typing.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
};

export const mapsAccessQuery = forms.query(["maps-access"], "/get-google-maps-key", {});

export interface SecurityAnswer {
  id: string;
  answer: number;
}

/** The key contains the user id, so that the browser's next user never sees these details. */
export const ownDetailsQuery = (userId: string) => ({
  ...forms.query(["booking", "details", userId], "/account/booking-details", {}),
  staleTime: 30_000,
});

export function fieldErrorsOf(error: HttpError): Record<string, string> {
  const errors = error.status === 400 ? error.body.errors : null;
  if (typeof errors !== "object" || errors === null) return {};
  return errorsByField(errors as Record<string, string>);
}
