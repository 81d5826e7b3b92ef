import { queryOptions } from "@tanstack/react-query";
import type { ProofOfWorkChallenge } from "~/platform/auth/captcha";
import { apiClient } from "~/platform/browser/api-client";
import type { HttpError } from "~/platform/browser/http-client";
import type { SecurityAnswer } from "../../../core/forms/client";
import { flattenAddress } from "../../../core/properties/property";
import type { slotsApi } from "../../scheduling/slots-api.server";
import type { bookingLinkApi } from "../api/booking-link-api.server";
import type { formerTechniciansApi } from "../api/former-technicians-api.server";
import type { requestApi } from "../api/request-api.server";
import { type BookingForm, preferredDateTime } from "../schema";
import type { SlotChoice } from "./views";

const bookings = apiClient<
  typeof requestApi | typeof bookingLinkApi | typeof formerTechniciansApi | typeof slotsApi
>();

export const menuQuery = bookings.query(["price-menu"], "/price-menu", {});

/** `minutes`, `buffer`: null for the service's defaults. */
export interface SlotQuery {
  service: string;
  with?: string[];
  minutes?: number;
  buffer?: number;
}

/** Booking whose visit is moved; the server knows its work. */
export interface MovedBooking {
  reference: string;
}

/** Short stale time, because other customers book at the same time. */
export const availabilityQuery = (work: SlotQuery | MovedBooking, from: string, to: string) =>
  queryOptions({
    queryKey: ["availability", work, from, to],
    async queryFn({ signal }) {
      if ("reference" in work) {
        const { reference } = work;
        return (await bookings.get("/bookings/{reference}/availability", { reference, from, to }, signal))
          .days;
      }
      const { with: otherServices, ...query } = work;
      const input = { ...query, otherServices: otherServices?.join(), from, to };
      return (await bookings.get("/availability", input, signal)).days;
    },
    staleTime: 30_000,
  });

/** True if the time would be held for the visitor. */
export const holdQuery = (
  { with: otherServices, ...work }: SlotQuery,
  slot: { date: string; time: string },
) =>
  queryOptions({
    queryKey: ["availability", "hold", work, otherServices, slot],
    queryFn: async ({ signal }) =>
      (
        await bookings.get(
          "/availability/hold",
          { ...work, otherServices: otherServices?.join(), ...slot },
          signal,
        )
      ).held,
    staleTime: 30_000,
  });

/** The user id is part of the key, so that no other account sees the cached technicians. */
export const myFormerTechniciansQuery = (userId: string) =>
  queryOptions({
    queryKey: ["booking", "technicians", userId],
    queryFn: async ({ signal }) => (await bookings.get("/account/technicians", {}, signal)).technicians,
    staleTime: 30_000,
  });

export const formerTechniciansOfBookingQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", reference, "technicians"],
    queryFn: async ({ signal }) =>
      (await bookings.get("/bookings/{reference}/technicians", { reference }, signal)).technicians,
    staleTime: 30_000,
  });

/** After the timeout the visitor may submit again: the idempotency key prevents a second booking. */
const SUBMIT_TIMEOUT_MS = 20_000;

export function bookingPayload(
  form: BookingForm,
  securityCheck: SecurityAnswer,
  {
    confirmDuplicateOf,
    captchaToken,
    requireHold,
  }: { confirmDuplicateOf: string | null; captchaToken: string | undefined; requireHold: boolean },
) {
  return {
    ...form,
    ...(confirmDuplicateOf ? { confirmDuplicateOf } : {}),
    ...(captchaToken ? { captchaToken } : {}),
    ...(requireHold ? { requireHold } : {}),
    preferredDateTime: preferredDateTime(form),
    address: flattenAddress(form.addressParts),
    securityCheck,
  };
}

export function submitBooking(payload: ReturnType<typeof bookingPayload>, idempotencyKey: string) {
  return bookings.send("/handle-booking", payload, idempotencyKey, AbortSignal.timeout(SUBMIT_TIMEOUT_MS));
}

export type BookingReceipt = Awaited<ReturnType<typeof submitBooking>>;

/** Free times near one that is not, and why it is not. */
export interface SlotOffer {
  message: string;
  slots: SlotChoice[];
}

export function slotOfferFrom({ reason, message, body }: HttpError): SlotOffer | null {
  return reason === "slot-taken" ? { message, slots: (body.alternatives ?? []) as SlotChoice[] } : null;
}

export function proofOfWorkFrom(error: HttpError): ProofOfWorkChallenge | null {
  return error.reason === "captcha-required" && error.body.captcha
    ? (error.body.captcha as ProofOfWorkChallenge)
    : null;
}

export function isTimeNotHeld(error: HttpError): boolean {
  return error.reason === "time-not-held";
}

export function duplicateReferenceFrom(error: HttpError): string | null {
  return error.reason === "already-booked" ? String(error.body.reference) : null;
}
