import * as z from "zod/mini";
import { correction } from "./corrections/views";
import { bookingLine } from "./lines/views";
import { bookingHead, fromTo, instant, onHold, timelineEntry } from "./view-fields";

export const bookingView = z.object({
  ...bookingHead,
  /** Server time, so that countdowns do not depend on the device's clock. */
  answeredAt: instant,
  address: z.string(),
  preferredDate: z.nullable(z.string()),
  preferredTime: z.nullable(z.string()),
  preferredTechnicianName: z.nullable(z.string()),
  /** Still employed and trained for the work. */
  preferredTechnicianAvailable: z.boolean(),
  message: z.string(),
  /** In upload order. */
  photos: z.array(z.object({ id: z.uuid() })),
  /** In minutes. */
  durationMin: z.int(),
  bufferMin: z.int(),
  /** Empty for warranty visits. */
  lines: z.array(bookingLine),
  /** The contract that covers the property or the booking; null if the customer must not see one. */
  contract: z.nullable(z.object({ reference: z.string(), packageName: z.string() })),
  /** Sum of the lines; null if all of it is by survey. */
  estimateFils: z.nullable(z.int()),
  /** VAT rate of the day of the visit, otherwise of today. */
  vatPercent: z.int(),
  requestedAt: instant,
  /** Response target; null for phone bookings. */
  contactDueAt: z.nullable(instant),
  visit: z.nullable(
    z.object({
      startsAt: instant,
      endsAt: instant,
      state: z.string(),
      technicianName: z.nullable(z.string()),
      helperNames: z.array(z.string()),
    }),
  ),
  /** Days of a multi-day job; otherwise empty. */
  days: z.array(z.object({ startsAt: instant, endsAt: instant, state: z.string() })),
  /**
   * Arrival estimate while en route. `firstAt`: first estimate; `expectedAt`: null once no estimate is
   * possible.
   */
  onTheWay: z.nullable(z.object({ firstAt: instant, expectedAt: z.nullable(instant) })),
  /** Earliest arrival if the previous visit overruns; null if on time. */
  delayedUntil: z.nullable(instant),
  /** End of a guest's hold, unless the office answers before; null for accounts. */
  heldUntil: z.nullable(instant),
  /** The guest confirmed the email. */
  contactConfirmed: z.boolean(),
  /** The caller may confirm the email, which extends the hold. */
  canConfirmContact: z.boolean(),
  /** The hold expired and no other time is fixed. */
  holdExpired: z.boolean(),
  /** The requested date and time are not held. */
  timeNotHeld: z.boolean(),
  /** True if the confirmation email is queued, null if undecided or already answered. */
  emailed: z.nullable(z.boolean()),
  /** True if the email about the customer's last change of the time is queued, null if undecided or not due. */
  moveEmailed: z.nullable(z.boolean()),
  /** The customer's own link, if it could not be emailed. */
  ownLink: z.nullable(z.string()),
  /** Updates are sent by email. */
  hasEmail: z.boolean(),
  /** The customer has confirmed the visit at its current time. */
  visitConfirmedAt: z.nullable(instant),
  /** The visit is near and not confirmed yet. */
  canConfirmVisit: z.boolean(),
  canCancel: z.boolean(),
  canReschedule: z.boolean(),
  /** Null unless the work is on hold. */
  onHold: z.nullable(onHold),
  /** Deadline for cancelling and rescheduling confirmed work; null without a fixed time and once en route. */
  changeDeadline: z.nullable(z.object({ at: instant, hasPassed: z.boolean() })),
  timeline: z.array(
    z.extend(timelineEntry, {
      startsAt: z.nullable(fromTo(instant)),
      corrections: z.optional(z.array(correction)),
    }),
  ),
});
export type BookingView = z.output<typeof bookingView>;
