import * as z from "zod/mini";
import { bookingStates } from "../bookings/booking";
import { conflicts } from "../scheduling/slots";
import { recurrenceIntervals } from "./recurrence";

/** Series of visits as the office and their customers see them. Days are Dubai's, instants ISO 8601 in UTC. */

const occurrence = z.object({
  number: z.int(),
  bookingId: z.uuid(),
  reference: z.string(),
  state: z.enum(bookingStates),
  /** When somebody comes, where that is fixed. */
  startsAt: z.nullable(z.iso.datetime()),
  /** The day that it is wanted for, where no time is fixed. */
  day: z.nullable(z.string()),
});
export type Occurrence = z.output<typeof occurrence>;

/** Which visit of a series a booking is; null: it is of none. */
export const recurrence = z.nullable(z.object({ number: z.int(), interval: z.enum(recurrenceIntervals) }));
export type Recurrence = z.output<typeof recurrence>;

/** Who can be asked for. */
export const qualifiedTechnicians = z.object({
  technicians: z.array(z.object({ id: z.uuid(), name: z.string() })),
});

/** A booking that stays as it is when the rest of its series is changed, and why. */
export const unchanged = z.object({
  reference: z.string(),
  why: z.enum([
    "nobody-free",
    "several-days",
    "not-offered",
    "technician-busy",
    "technician-warning",
    "changed",
  ]),
  /** What stands against the technician. */
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
  /** The day around which the next one that is not booked yet is to be; null: none is. */
  nextDay: z.nullable(z.string()),
  /** The technician whom its customer would have each time; null: whoever is free. */
  preferredTechnician: z.nullable(z.object({ technicianId: z.uuid(), name: z.string() })),
  /** Its next visit could not be booked by a fault of ours, and waits for the office. */
  stuck: z.boolean(),
  /** In the order of their numbers, without those that were called off. */
  visits: z.array(occurrence),
});
export type RecurringBookingView = z.output<typeof recurringBookingView>;
