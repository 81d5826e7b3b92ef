import type { Actor } from "~/platform/auth/actor";
import { may, type Permission } from "~/platform/auth/permissions";
import type { EventType } from "~/platform/events/events";

/**
 * Public webhook events (docs/api.md, "Webhooks"). These names stay stable when internal events are renamed.
 */
export const webhookEvents = [
  "booking.requested",
  "booking.confirmed",
  "booking.confirmation-undone",
  "booking.declined",
  "booking.cancelled",
  "booking.corrected",
  "booking.status-changed",
  "booking.days-planned",
  "visit.planned",
  "visit.unassigned",
  "visit.helper-added",
  "visit.helper-removed",
  "visit.rescheduled",
  "visit.resized",
  "visit.status-changed",
  "visit.cancelled",
  "recurring-booking.started",
  "recurring-booking.shifted",
  "recurring-booking.ended",
  "review.written",
  "review.published",
  "review.withdrawn",
  "review.answered",
  "review.answer-edited",
  "review.answer-removed",
  "contract.requested",
  "contract.agreed",
  "contract.accepted",
  "contract.activated",
  "contract.expiring",
  "contract.expired",
  "contract.cancelled",
  "contract.renewed",
  "quote.created",
  "quote.sent",
  "quote.viewed",
  "quote.approved",
  "quote.changes-requested",
  "quote.declined",
  "quote.withdrawn",
  "quote.expired",
  "quote.converted",
  "quote.cancelled",
  "invoice.issued",
  "invoice.settled",
  "invoice.credited",
  "invoice.written-off",
  "payment.recorded",
  "payment.reversed",
  "payment.restored",
  "refund.requested",
  "refund.found",
  "refund.done",
  "refund.failed",
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];
export const webhookSubjects = [
  "booking",
  "visit",
  "recurring-booking",
  "review",
  "contract",
  "quote",
  "invoice",
  "payment",
  "refund",
] as const;
export type WebhookSubject = (typeof webhookSubjects)[number];

export function subjectOf(event: WebhookEvent): WebhookSubject {
  return event.split(".", 1)[0] as WebhookSubject;
}

/** Permission needed to receive events of a subject. */
const needed: Record<WebhookSubject, Permission> = {
  booking: "bookings.read",
  visit: "bookings.read",
  "recurring-booking": "bookings.read",
  review: "bookings.read",
  contract: "contracts.read",
  quote: "quotes.read",
  invoice: "invoices.read",
  payment: "invoices.read",
  refund: "invoices.read",
};

export function mayHear(actor: Actor, event: WebhookEvent): boolean {
  return may(actor, needed[subjectOf(event)]);
}

/**
 * Internal events with another public name: visits and reviews belong to a booking; a recurring booking to
 * its first one.
 */
const named: Partial<Record<EventType, WebhookEvent>> = {
  "booking.technician-assigned": "visit.planned",
  "booking.technician-unassigned": "visit.unassigned",
  "booking.helper-added": "visit.helper-added",
  "booking.helper-removed": "visit.helper-removed",
  "booking.rescheduled": "visit.rescheduled",
  "booking.visit-resized": "visit.resized",
  "booking.visit-cancelled": "visit.cancelled",
  "booking.recurrence-started": "recurring-booking.started",
  "booking.recurrence-shifted": "recurring-booking.shifted",
  "booking.recurrence-ended": "recurring-booking.ended",
  "booking.reviewed": "review.written",
  "booking.review-published": "review.published",
  "booking.review-withdrawn": "review.withdrawn",
  "booking.review-answered": "review.answered",
  "booking.review-answer-edited": "review.answer-edited",
  "booking.review-answer-removed": "review.answer-removed",
};

/** Public name of an event; null if it is not public. */
export function publicEventName(type: EventType, data: { visitId?: string | null }): WebhookEvent | null {
  if (type === "booking.status-changed" && data.visitId) return "visit.status-changed";
  return named[type] ?? webhookEvents.find((event) => event === type) ?? null;
}
