import * as z from "zod/mini";
import { contactChannels, offeredTransitions } from "../booking";
import { correction } from "../corrections/views";
import { instant, state, timelineEntry } from "../view-fields";
import { bookingView } from "../views";
import { preferredTechnician, visitChange } from "../visits/views";

export const messageTextIds = ["about", "on-the-way", "late", "please-confirm", "cannot-reach"] as const;

const linkedBooking = z.object({ id: z.uuid(), reference: z.string(), state });

export const bookingDetail = z.extend(bookingView, {
  customerId: z.uuid(),
  /** Language of messages and documents to the customer. */
  language: z.string(),
  /** Texts with which the office writes to the customer, and the subject of an email, in the customer's language. */
  messageTexts: z.array(z.object({ id: z.enum(messageTextIds), text: z.string() })),
  mailSubject: z.string(),
  preferredTechnician: z.nullable(preferredTechnician),
  /** Default crew size of its visits. */
  crewSize: z.int(),
  warrantyOf: z.nullable(linkedBooking),
  warrantyVisits: z.array(linkedBooking),
  propertyBookings: z.object({
    bookings: z.array(z.extend(linkedBooking, { serviceName: z.string(), at: instant })),
    hasMore: z.boolean(),
  }),
  /** Null for phone bookings where the caller gave no email. */
  email: z.nullable(z.string()),
  /** A mail server refused this address. */
  emailUndeliverable: z.boolean(),
  phone: z.string(),
  addressParts: z.object({
    street: z.string(),
    buildingName: z.string(),
    unitNumber: z.string(),
    area: z.string(),
    landmark: z.string(),
  }),
  respondedAt: z.nullable(instant),
  acknowledgedAt: z.nullable(instant),
  dispatchedAt: z.nullable(instant),
  arrivedAt: z.nullable(instant),
  visits: z.array(
    z.object({
      id: z.uuid(),
      state: z.string(),
      startsAt: instant,
      endsAt: instant,
      technicianId: z.nullable(z.uuid()),
      technicianName: z.nullable(z.string()),
      multiDay: z.boolean(),
      crewSize: z.int(),
      /** `id`: the helper's own row in `visits`. */
      helpers: z.array(z.object({ id: z.uuid(), technicianId: z.uuid(), technicianName: z.string() })),
    }),
  ),
  timeline: z.array(
    z.extend(timelineEntry, {
      actorName: z.nullable(z.string()),
      actorRole: z.string(),
      channel: z.nullable(z.enum(contactChannels)),
      /** Notes that the assigned technician reads, too. */
      forTechnician: z.optional(z.literal(true)),
      /** Day on which work put on hold was expected to continue; null for other entries. */
      continueOn: z.nullable(z.string()),
      change: z.nullable(visitChange),
      /** Empty after erasure. */
      corrections: z.array(correction),
    }),
  ),
  availableTransitions: z.array(z.enum(offeredTransitions)),
});
export type BookingDetail = z.output<typeof bookingDetail>;
