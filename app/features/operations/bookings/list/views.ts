import * as z from "zod/mini";
import { bookingHead, instant, state } from "../view-fields";
import type { BookingFilter } from "./booking-filter";

export const bookingRow = z.object({
  ...bookingHead,
  phone: z.string(),
  email: z.nullable(z.string()),
  area: z.string(),
  requestedAt: instant,
  respondedAt: z.nullable(instant),
  contactDueAt: z.nullable(instant),
  startsAt: z.nullable(instant),
  preferredDate: z.nullable(z.string()),
  preferredTime: z.nullable(z.string()),
  technicianName: z.nullable(z.string()),
  heldUntil: z.nullable(instant),
  contactConfirmed: z.boolean(),
  holdExpired: z.boolean(),
  timeNotHeld: z.boolean(),
  /** Day on which work on hold is expected to continue; null if unknown or not on hold. */
  continueOn: z.nullable(z.string()),
});
export type BookingRow = z.output<typeof bookingRow>;

export const bookingList = z.object({
  bookings: z.array(bookingRow),
  nextCursor: z.nullable(z.string()),
  /** Counts by state regardless of the filter, if requested; capped at MAX_COUNT + 1. */
  counts: z.optional(z.partialRecord(state, z.int())),
});
export type BookingList = z.output<typeof bookingList>;

export const savedFilters = z.object({
  filters: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      filter: z.custom<BookingFilter>(),
    }),
  ),
});
export type SavedFilters = z.output<typeof savedFilters>;
