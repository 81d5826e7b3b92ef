import type { Silent } from "~/platform/events/events";
import type { BookingState } from "../bookings/booking";

/** Rules for feedback after completion. Pure. */

export const REVIEW_LENGTH = 1000;
export const WARRANTY_REQUEST_LENGTH = 500;
/** Maximum length of the office's answer, in characters. */
export const ANSWER_LENGTH = 1000;

/** A mean is shown from three ratings, because fewer would reveal single voices. */
export const MIN_RATINGS = 3;

/** Mean to one decimal; null below the minimum. */
export function meanRating({ sum, count }: { sum: number; count: number }): number | null {
  return count < MIN_RATINGS ? null : Math.round((sum / count) * 10) / 10;
}

export interface AfterCompletion {
  /** Once per completed booking. */
  canReview: boolean;
  /** Once per completed booking; the office answers with a warranty visit. */
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

/** Filter of the review list. Days are Dubai's, both included. */
export interface ReviewFilter {
  /** Without an answer. */
  unanswered?: "yes";
  /** Id of the technician who finished the work. */
  technician?: string;
  from?: string;
  to?: string;
}
