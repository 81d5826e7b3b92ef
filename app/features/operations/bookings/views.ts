import * as z from "zod/mini";
import { vatRate } from "../../core/business/vat";
import { lineKinds } from "../../core/pricing/booking-price";
import { priceModes } from "../../core/pricing/price";
import { bookItem } from "../../core/pricing/views";
import { bookingStates, contactChannels, correctedFields, timelineEntries, transitionNames } from "./booking";
import type { BookingFilter } from "./list/booking-filter";

/**
 * API views. Instants are ISO 8601 in UTC, days `yyyy-MM-dd` and times `HH:mm` in Dubai, money in fils
 * including VAT.
 */

const instant = z.iso.datetime();
const state = z.enum(bookingStates);

const timelineEntry = z.object({
  event: z.enum(timelineEntries),
  toState: state,
  at: instant,
  reason: z.nullable(z.string()),
  corrected: z.optional(z.array(z.enum(correctedFields))),
});

/** Old and new value; null if there was or is none. */
const fromTo = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({ before: z.nullable(value), after: z.nullable(value) });

const bookingHead = {
  id: z.uuid(),
  reference: z.string(),
  state,
  version: z.int(),
  serviceId: z.string(),
  /** Includes the trade of an emergency, if known. */
  serviceName: z.string(),
  /** Trade of an emergency; null if unknown or no emergency. */
  tradeId: z.nullable(z.string()),
  emergency: z.boolean(),
  customerName: z.string(),
};

export const preferredTechnician = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  availability: z.enum(["available", "untrained", "left"]),
});
export type PreferredTechnician = z.output<typeof preferredTechnician>;

const formerTechnician = z.object({
  /** Identifies the technician in a request. */
  reference: z.string(),
  name: z.string(),
  services: z.array(z.string()),
});
export type FormerTechnician = z.output<typeof formerTechnician>;
export const formerTechnicians = z.object({ technicians: z.array(formerTechnician) });

export const bookingLine = z.object({
  kind: z.enum(lineKinds),
  serviceId: z.string(),
  serviceName: z.string(),
  /** Null for surcharges. */
  priceId: z.nullable(z.uuid()),
  item: z.nullable(z.string()),
  /** Name in the price book; empty for surcharges. */
  name: z.string(),
  mode: z.enum(priceModes),
  unit: z.string(),
  quantity: z.int(),
  /** Price of the first hour for hourly work; null if by survey. */
  unitFils: z.nullable(z.int()),
  nextFils: z.nullable(z.int()),
  /** Surcharges only. */
  percent: z.nullable(z.int()),
  grossFils: z.nullable(z.int()),
  /** Part that the contract pays. */
  coveredFils: z.int(),
  contractId: z.nullable(z.uuid()),
  contractReference: z.nullable(z.string()),
});
export type BookingLineView = z.output<typeof bookingLine>;

export const menuView = z.object({
  items: z.array(bookItem),
  opening: z.object({
    week: z.array(z.object({ weekday: z.int(), opensAt: z.string(), closesAt: z.string() })),
    /** Upcoming public holidays. */
    closedDays: z.array(z.string()),
  }),
  /** Empty if the business charges no VAT. */
  vatRates: z.array(vatRate),
});

export type MenuView = z.output<typeof menuView>;

/** A corrected field. Durations are minutes, prices fils. */
const correction = z.object({
  field: z.enum([...correctedFields, "price"]),
  ...fromTo(z.union([z.string(), z.int()])).shape,
});
export type CorrectionView = z.output<typeof correction>;

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
  /** End of an unconfirmed hold. */
  heldUntil: z.nullable(instant),
  /** The hold expired and no other time is fixed. */
  holdExpired: z.boolean(),
  /** True if the confirmation email is queued, null if undecided or already answered. */
  emailed: z.nullable(z.boolean()),
  canCancel: z.boolean(),
  canReschedule: z.boolean(),
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

export const bookingRow = z.object({
  ...bookingHead,
  phone: z.string(),
  email: z.nullable(z.string()),
  area: z.string(),
  requestedAt: instant,
  respondedAt: z.nullable(instant),
  contactDueAt: z.nullable(instant),
  startsAt: z.nullable(instant),
  technicianName: z.nullable(z.string()),
  heldUntil: z.nullable(instant),
  holdExpired: z.boolean(),
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

export const bulkAnswer = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      success: z.boolean(),
      reason: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

const linkedBooking = z.object({ id: z.uuid(), reference: z.string(), state });

/** Changed values; unchanged ones are null. */
const visitChange = z.object({
  technicianName: z.nullable(fromTo(z.string())),
  startsAt: z.nullable(fromTo(instant)),
  minutes: z.nullable(fromTo(z.int())),
});
export type VisitChangeView = z.output<typeof visitChange>;

export const bookingDetail = z.extend(bookingView, {
  customerId: z.uuid(),
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
      change: z.nullable(visitChange),
      /** Empty after erasure. */
      corrections: z.array(correction),
    }),
  ),
  availableTransitions: z.array(z.enum(transitionNames)),
});
export type BookingDetail = z.output<typeof bookingDetail>;

export const technicianChoice = z.object({
  id: z.uuid(),
  name: z.string(),
  free: z.boolean(),
  /** Conflicts in words; null if free. */
  conflictText: z.nullable(z.string()),
  /** The office may override the conflicts with a reason. */
  canOverride: z.boolean(),
  inZone: z.boolean(),
  /** Travel from the previous visit; null from home or if unknown. */
  travel: z.nullable(z.object({ area: z.string(), minutes: z.int() })),
  visitsThatDay: z.int(),
  /** Emergencies only. */
  onCall: z.boolean(),
  isPreferred: z.boolean(),
});
export type TechnicianChoice = z.output<typeof technicianChoice>;

const suggestion = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  date: z.string(),
  time: z.string(),
  /** Null from home or if unknown. */
  travel: z.nullable(z.object({ area: z.string(), minutes: z.int() })),
  visitsThatDay: z.int(),
  matchesPreference: z.boolean(),
  /** Emergencies only. */
  onCall: z.boolean(),
  isPreferred: z.boolean(),
});
export type SuggestionView = z.output<typeof suggestion>;

export const suggestionList = z.object({ suggestions: z.array(suggestion) });

/** A helper of the previous visit who cannot come to the new one. */
export const absentHelper = z.object({ name: z.string(), reason: z.string() });

export const planChoices = z.object({
  /** Empty if there are too few open days ahead. */
  days: z.array(z.string()),
  technicians: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      free: z.boolean(),
      /** Days with another visit, which cannot be overridden. */
      busyDays: z.array(z.string()),
      /** Other conflicts in words, which a reason overrides. */
      conflictText: z.nullable(z.string()),
      /** Trained for the work and employed. */
      skilled: z.boolean(),
    }),
  ),
});
export type PlanChoices = z.output<typeof planChoices>;

export const slotChoice = z.object({ date: z.string(), time: z.string(), free: z.int() });
export type SlotChoice = z.output<typeof slotChoice>;
