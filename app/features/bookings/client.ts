import { queryOptions } from "@tanstack/react-query";
import type { ProofOfWorkChallenge } from "~/platform/auth/captcha";
import { apiClient } from "~/platform/browser/api-client";
import { HttpError } from "~/platform/browser/http-client";
import { queryClient } from "~/platform/browser/query-client";
import type { SecurityAnswer } from "../forms/client";
import { flattenAddress } from "../forms/schema";
import type { slotsApi } from "../scheduling/slots-api.server";
import type { followApi } from "./api/follow-api.server";
import type { formerTechniciansApi } from "./api/former-technicians-api.server";
import type { requestApi } from "./api/request-api.server";
import type { BookingForm } from "./schema";
import { preferredDateTime } from "./schema";
import type { SlotChoice } from "./views";

/** The typed calls of the booking form and of the page that follows a booking. */

const bookings = apiClient<
  typeof requestApi | typeof followApi | typeof formerTechniciansApi | typeof slotsApi
>();

/** What can be booked, item by item, and when the office is open. */
export const menuQuery = bookings.query(["price-menu"], "/price-menu", {});

/** What is to be done, as far as slots go by it; without times, as long as its service. */
export interface SlotQuery {
  service: string;
  /** The other services of the visit. */
  with?: string[];
  minutes?: number;
  buffer?: number;
}

/** Free slots for a job on the days `from` to `to`. Others book too: what was read is soon asked for again. */
export const availabilityQuery = (
  { service, minutes, buffer, ...more }: SlotQuery,
  from: string,
  to: string,
) => {
  const asked = {
    service,
    from,
    to,
    with: more.with?.join(),
    minutes,
    buffer,
  };
  return queryOptions({
    queryKey: ["availability", asked],
    queryFn: async ({ signal }) => (await bookings.get("/availability", asked, signal)).days,
    staleTime: 30_000,
  });
};

export const bookingQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", reference],
    queryFn: async ({ signal }) =>
      (await bookings.get("/bookings/{reference}", { reference }, signal)).booking,
    staleTime: 30_000,
  });

/** Who came to whoever is signed in; asked for by whose it is, as their details are. */
export const myFormerTechniciansQuery = (userId: string) =>
  queryOptions({
    queryKey: ["booking", "technicians", userId],
    queryFn: async ({ signal }) => (await bookings.get("/account/technicians", {}, signal)).technicians,
    staleTime: 30_000,
  });

/** Who finished a booking of one's own, by its link or signed in. */
export const formerTechniciansOfBookingQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", reference, "technicians"],
    queryFn: async ({ signal }) =>
      (await bookings.get("/bookings/{reference}/technicians", { reference }, signal)).technicians,
    staleTime: 30_000,
  });

/**
 * Has the browser keep a link's key, and gives the address of its page without it: led there by the server in the middle of a
 * navigation, the router would forget where Back leads to. Where that fails, the page is opened by the link itself.
 */
export async function openLink(link: string): Promise<URL> {
  const page = new URL(link, window.location.href);
  try {
    await fetch(page, { redirect: "manual", credentials: "same-origin", signal: AbortSignal.timeout(5_000) });
    page.searchParams.delete("key");
  } catch {
    // As it is.
  }
  return page;
}

/** Longer than any answer takes; after it the visitor may try again, and the same key keeps it one booking. */
const SUBMIT_TIMEOUT_MS = 20_000;

export function bookingPayload(
  form: BookingForm,
  securityCheck: SecurityAnswer,
  {
    confirmDuplicateOf,
    captchaToken,
  }: { confirmDuplicateOf: string | null; captchaToken: string | undefined },
) {
  return {
    ...form,
    ...(confirmDuplicateOf ? { confirmDuplicateOf } : {}),
    ...(captchaToken ? { captchaToken } : {}),
    preferredDateTime: preferredDateTime(form),
    address: flattenAddress(form.addressParts),
    securityCheck,
  };
}

export function submitBooking(payload: ReturnType<typeof bookingPayload>, idempotencyKey: string) {
  return bookings.send("/handle-booking", payload, idempotencyKey, AbortSignal.timeout(SUBMIT_TIMEOUT_MS));
}
export type BookingReceipt = Awaited<ReturnType<typeof submitBooking>>;

interface OwnBooking {
  reference: string;
  /** The version that the customer was looking at. */
  version: number;
}

/** For whoever holds a link that has ended. */
export const renewLink = (reference: string) => bookings.send("/bookings/renew-link", { reference });

export const cancelBooking = (asked: OwnBooking & { reason?: string }) =>
  refreshOnConflict(bookings.send("/bookings/{reference}/cancel", asked));

export const rescheduleBooking = (
  asked: OwnBooking & { date: string; time: string; captchaToken: string | undefined },
) => refreshOnConflict(bookings.send("/bookings/{reference}/reschedule", asked));

/** Where somebody else was quicker, that is told once the page has how the booking stands now: the next try is made from there. */
async function refreshOnConflict<Answer>(change: Promise<Answer>): Promise<Answer> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) {
      await queryClient.invalidateQueries({ queryKey: ["booking"] });
    }
    throw error;
  }
}

/** The free slots offered in place of one that has gone; null when the error is another. */
export function alternativesOf(error: HttpError): SlotChoice[] | null {
  return error.reason === "slot-taken" ? ((error.body.alternatives ?? []) as SlotChoice[]) : null;
}

/** The work that a time is held for; null when the error is another. */
export function proofOfWorkFrom(error: HttpError): ProofOfWorkChallenge | null {
  return error.reason === "captcha-required" && error.body.captcha
    ? (error.body.captcha as ProofOfWorkChallenge)
    : null;
}

/** The reference of what was booked already, where the same is asked for again; null when the error is another. */
export function alreadyBookedOf(error: HttpError): string | null {
  return error.reason === "already-booked" ? String(error.body.reference) : null;
}
