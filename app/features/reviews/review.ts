import type { BookingState } from "../bookings/booking";

/** What a customer can do once the work is finished. Pure. */

export const REVIEW_LENGTH = 1000;
export const REVISIT_LENGTH = 500;

export interface AfterCompletion {
  /** Once for each completed booking. */
  canReview: boolean;
  /** The warranty: once for each completed booking; the office answers with a new one. */
  canAskRevisit: boolean;
}

export function afterCompletionOf(
  state: BookingState,
  so: { reviewed: boolean; revisitAsked: boolean },
): AfterCompletion {
  const completed = state === "completed";
  return { canReview: completed && !so.reviewed, canAskRevisit: completed && !so.revisitAsked };
}

declare module "~/platform/events/events" {
  interface Events {
    /** The subject is the booking. */
    "booking.reviewed": { rating: number };
    "booking.review-published": Record<string, never>;
    "booking.review-withdrawn": Record<string, never>;
    "booking.revisit-asked": Record<string, never>;
  }
}
