import { queryOptions } from "@tanstack/react-query";
import { apiClient } from "~/platform/browser/api-client";
import { HttpError } from "~/platform/browser/http-client";
import { queryClient } from "~/platform/browser/query-client";
import type { bookingLinkApi } from "../api/booking-link-api.server";

const bookings = apiClient<typeof bookingLinkApi>();

export const bookingQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", reference],
    queryFn: async ({ signal }) =>
      (await bookings.get("/bookings/{reference}", { reference }, signal)).booking,
    staleTime: 30_000,
  });

/**
 * Stores the link's key in a cookie and returns the page address without it. A redirect by the server would
 * break the Back button.
 */
export async function openLink(link: string): Promise<URL> {
  const page = new URL(link, window.location.href);
  try {
    await fetch(page, { redirect: "manual", credentials: "same-origin", signal: AbortSignal.timeout(5_000) });
    page.searchParams.delete("key");
  } catch {}
  return page;
}

interface BookingVersion {
  reference: string;
  version: number;
}

export const renewLink = (reference: string) => bookings.send("/bookings/renew-link", { reference });

export const confirmContact = (reference: string) =>
  bookings.send("/bookings/{reference}/confirm-contact", { reference });

export const confirmVisit = (input: { reference: string; startsAt: string }) =>
  refreshOnConflict(bookings.send("/bookings/{reference}/confirm-visit", input));

export const cancelBooking = (input: BookingVersion & { reason?: string }) =>
  refreshOnConflict(bookings.send("/bookings/{reference}/cancel", input));

export const rescheduleBooking = (
  input: BookingVersion & { date: string; time: string; captchaToken: string | undefined },
) => refreshOnConflict(bookings.send("/bookings/{reference}/reschedule", input));

/** Reloads the booking, so that the next attempt is based on the current version. */
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
