import * as z from "zod/mini";
import { bookingStates } from "../bookings/booking";
import { conflicts } from "../scheduling/slots";
import { recurrenceIntervals } from "./recurrence";

/** Days are Asia/Dubai, instants ISO 8601 in UTC. */

const occurrence = z.object({
  number: z.int(),
  bookingId: z.uuid(),
  reference: z.string(),
  state: z.enum(bookingStates),
  /** Null if there is no fixed time. */
  startsAt: z.nullable(z.iso.datetime()),
  /** Preferred day if no time is fixed. */
  day: z.nullable(z.string()),
});
export type Occurrence = z.output<typeof occurrence>;

/** Null for a single booking. */
export const recurrence = z.nullable(z.object({ number: z.int(), interval: z.enum(recurrenceIntervals) }));
export type Recurrence = z.output<typeof recurrence>;

export const qualifiedTechnicians = z.object({
  technicians: z.array(z.object({ id: z.uuid(), name: z.string() })),
});

/** Booking that a change of all future visits could not change. */
export const unchanged = z.object({
  reference: z.string(),
  reason: z.enum([
    "no-technician-free",
    "several-days",
    "not-offered",
    "technician-busy",
    "technician-warning",
    "changed",
  ]),
  conflicts: z.optional(z.array(z.enum(conflicts))),
});
export type UnchangedBooking = z.output<typeof unchanged>;

export const recurringBookingView = z.object({
  id: z.uuid(),
  version: z.int32(),
  interval: z.enum(recurrenceIntervals),
  time: z.string(),
  serviceName: z.string(),
  address: z.string(),
  endedAt: z.nullable(z.iso.datetime()),
  /** Day around which the next visit will be booked; null if ended. */
  nextDay: z.nullable(z.string()),
  /** Null if any technician may come. */
  preferredTechnician: z.nullable(z.object({ technicianId: z.uuid(), name: z.string() })),
  /** Booking failed repeatedly; the office takes over. */
  stuck: z.boolean(),
  /** Without cancelled and declined bookings. */
  visits: z.array(occurrence),
});
export type RecurringBookingView = z.output<typeof recurringBookingView>;
