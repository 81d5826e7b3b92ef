import type { Silent } from "~/platform/events/events";
import type { BookingState } from "../bookings/booking";

/** What a customer can do once the work is finished. Pure. */

export const REVIEW_LENGTH = 1000;
export const WARRANTY_REQUEST_LENGTH = 500;
/** Of what the office answers. */
export const ANSWER_LENGTH = 1000;

/** Of fewer one voice would be the whole picture. */
export const MIN_RATINGS = 3;

/** The mean of ratings to one decimal; null where there are too few to tell. */
export function meanRating({ sum, count }: { sum: number; count: number }): number | null {
  return count < MIN_RATINGS ? null : Math.round((sum / count) * 10) / 10;
}

export interface AfterCompletion {
  /** Once for each completed booking. */
  canReview: boolean;
  /** The warranty: once for each completed booking; the office answers with a new one. */
  canRequestWarrantyVisit: boolean;
}

export function afterCompletionOf(
  state: BookingState,
  so: { reviewed: boolean; warrantyVisitRequested: boolean },
): AfterCompletion {
  const completed = state === "completed";
  return {
    canReview: completed && !so.reviewed,
    canRequestWarrantyVisit: completed && !so.warrantyVisitRequested,
  };
}

declare module "~/platform/events/events" {
  interface Events {
    /** The subject is the booking. */
    "booking.reviewed": Silent<{ rating: number }>;
    "booking.review-published": Silent;
    "booking.review-withdrawn": Silent;
    "booking.review-answered": Record<string, never>;
    "booking.review-answer-edited": Silent;
    "booking.review-answer-removed": Silent;
    "booking.warranty-visit-requested": Record<string, never>;
  }
}

/** How the office's list of reviews is narrowed down; what is absent narrows nothing. Days are Dubai's, both included. */
export interface ReviewFilter {
  /** Only what waits for an answer. */
  unanswered?: "yes";
  /** Of work that they finished last, by id. */
  technician?: string;
  from?: string;
  to?: string;
}
