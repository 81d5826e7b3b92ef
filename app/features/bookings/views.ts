import * as z from "zod/mini";
import { vatRate } from "../business/vat";
import { lineKinds } from "../pricing/booking-price";
import { priceModes } from "../pricing/price";
import { bookItem } from "../pricing/views";
import { bookingStates, contactChannels, correctedFields, timelineEntries, transitionNames } from "./booking";
import type { BookingFilter } from "./list/booking-filter";

/** What screens and callers are shown. Instants are ISO 8601 in UTC, days `yyyy-MM-dd` and times `HH:mm` in Dubai. */

const instant = z.iso.datetime();
const state = z.enum(bookingStates);

const timelineEntry = z.object({
  move: z.enum(timelineEntries),
  toState: state,
  at: instant,
  reason: z.nullable(z.string()),
  /** What the office put right, of a correction. */
  corrected: z.optional(z.array(z.enum(correctedFields))),
});

/** Before and after; null: there was none, or there is none any more. */
const fromTo = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({ before: z.nullable(value), after: z.nullable(value) });

const bookingHead = {
  id: z.uuid(),
  reference: z.string(),
  state,
  version: z.int(),
  serviceId: z.string(),
  /** Of an emergency with its trade, where that is known. */
  serviceName: z.string(),
  /** The service that an emergency is about; null: nobody could tell, or it is none. */
  tradeId: z.nullable(z.string()),
  emergency: z.boolean(),
  customerName: z.string(),
};

/** The technician whom a customer would have again, and whether he still can. */
export const preferredTechnician = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  /** He is not trained for it, or not with us any more. */
  availability: z.enum(["available", "untrained", "left"]),
});
export type PreferredTechnician = z.output<typeof preferredTechnician>;

/** Who came before and can be asked for again. */
const formerTechnician = z.object({
  /** The last booking that he finished: by it he is asked for. */
  reference: z.string(),
  name: z.string(),
  /** What he is trained for. */
  services: z.array(z.string()),
});
export type FormerTechnician = z.output<typeof formerTechnician>;
export const formerTechnicians = z.object({ technicians: z.array(formerTechnician) });

/** What a booking is for, at the price that it was made at. Money: AED including VAT, in fils. */
export const bookingLine = z.object({
  kind: z.enum(lineKinds),
  serviceId: z.string(),
  serviceName: z.string(),
  /** What it was taken from, and its name within its service; an uplift has neither. */
  priceId: z.nullable(z.uuid()),
  item: z.nullable(z.string()),
  /** As the price book calls it; empty of an uplift. */
  name: z.string(),
  mode: z.enum(priceModes),
  unit: z.string(),
  quantity: z.int(),
  /** Of hourly work the first hour; null: by survey. */
  unitFils: z.nullable(z.int()),
  nextFils: z.nullable(z.int()),
  /** Of an uplift. */
  percent: z.nullable(z.int()),
  grossFils: z.nullable(z.int()),
  /** What of it a contract pays, and which; the rest is what it costs. */
  coveredFils: z.int(),
  contractId: z.nullable(z.uuid()),
  contractReference: z.nullable(z.string()),
});
export type BookingLineView = z.output<typeof bookingLine>;

/** What a price is counted from. */
export const menuView = z.object({
  items: z.array(bookItem),
  opening: z.object({
    week: z.array(z.object({ weekday: z.int(), opensAt: z.string(), closesAt: z.string() })),
    /** Public holidays from today on. */
    closedDays: z.array(z.string()),
  }),
  /** What the business charges from which day on; none: it charges no VAT. */
  vatRates: z.array(vatRate),
});

export type MenuView = z.output<typeof menuView>;

/** A field of a booking that was put right: names, minutes of the duration, fils of the price. */
const correction = z.object({
  field: z.enum([...correctedFields, "price"]),
  ...fromTo(z.union([z.string(), z.int()])).shape,
});
export type CorrectionView = z.output<typeof correction>;

/** A booking as its customer may see it. */
export const bookingView = z.object({
  ...bookingHead,
  /** When this was so, by the server's clock: what counts down goes by it. */
  answeredAt: instant,
  address: z.string(),
  preferredDate: z.nullable(z.string()),
  preferredTime: z.nullable(z.string()),
  /** The technician whom its customer would have again; null: whoever comes. */
  preferredTechnicianName: z.nullable(z.string()),
  /** Whether he could come: he is still with us, and trained for it. */
  preferredTechnicianAvailable: z.boolean(),
  message: z.string(),
  /** Photos that came with the request, in their order. */
  photos: z.array(z.object({ id: z.uuid() })),
  /** How long the work takes, and what its technician needs after it. */
  durationMin: z.int(),
  bufferMin: z.int(),
  /** In their order; of a visit under the warranty there are none. */
  lines: z.array(bookingLine),
  /** The annual contract that its home is under, or that it is a visit of; null: none that its customer is told of. */
  contract: z.nullable(z.object({ reference: z.string(), packageName: z.string() })),
  /** The sum of the lines; null: all of it by survey. */
  estimateFils: z.nullable(z.int()),
  /** The rate in it, in percent: of the day of the visit, or of today. */
  vatPercent: z.int(),
  requestedAt: instant,
  /** Until when the office promised to be in touch; null: it was taken down for somebody who called. */
  contactDueAt: z.nullable(instant),
  visit: z.nullable(
    z.object({
      startsAt: instant,
      endsAt: instant,
      state: z.string(),
      technicianName: z.nullable(z.string()),
      /** Who helps, where it takes several. */
      helperNames: z.array(z.string()),
    }),
  ),
  /** Of work that takes several days: all of them, in order; none where it takes one. */
  days: z.array(z.object({ startsAt: instant, endsAt: instant, state: z.string() })),
  /**
   * Of somebody who is on the way: when they should be there, as it was to be expected at first and as it is now; null inside:
   * nobody can tell any more.
   */
  onTheWay: z.nullable(z.object({ firstAt: instant, expectedAt: z.nullable(instant) })),
  /** Of a visit that is planned: from when its technician can be there, as the work before takes longer; null: it does not. */
  delayedUntil: z.nullable(instant),
  /** Until when its time is held, as nobody has confirmed it yet; null: it is confirmed, or there is none. */
  heldUntil: z.nullable(instant),
  /** Its time was given back, as nobody confirmed it, and there is no other. */
  holdExpired: z.boolean(),
  /**
   * Whether the request is confirmed by email, which is limited by address and network; null: not decided yet, or no longer
   * shown because the request was answered.
   */
  emailed: z.nullable(z.boolean()),
  canCancel: z.boolean(),
  canReschedule: z.boolean(),
  /**
   * Until when the customer may do either once it is confirmed (a mere request at any time), and whether that has passed; null
   * where no time is fixed, and once somebody is on the way.
   */
  cutOff: z.nullable(z.object({ at: instant, passed: z.boolean() })),
  timeline: z.array(
    z.extend(timelineEntry, {
      /** Of a visit that got another time: when it was to start, and when it is. */
      startsAt: z.nullable(fromTo(instant)),
      /** Of a correction of what is done, where and for how much: what it made of what. */
      corrections: z.optional(z.array(correction)),
    }),
  ),
});
export type BookingView = z.output<typeof bookingView>;

/** A line of the office's list. */
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
  /** As of the booking. */
  heldUntil: z.nullable(instant),
  holdExpired: z.boolean(),
});
export type BookingRow = z.output<typeof bookingRow>;

export const bookingList = z.object({
  bookings: z.array(bookingRow),
  nextCursor: z.nullable(z.string()),
  /** Where they were asked for: how many bookings are in each state, whatever is searched for; at most one more than MAX_COUNT. */
  counts: z.optional(z.partialRecord(state, z.int())),
});
export type BookingList = z.output<typeof bookingList>;

/** The filters of the list that an admin has kept, by name. */
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

/** What became of each of several bookings. */
export const bulkAnswer = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      ok: z.boolean(),
      reason: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

const linkedBooking = z.object({ id: z.uuid(), reference: z.string(), state });

/** What stayed is null. */
const visitChange = z.object({
  technicianName: z.nullable(fromTo(z.string())),
  startsAt: z.nullable(fromTo(instant)),
  minutes: z.nullable(fromTo(z.int())),
});
export type VisitChangeView = z.output<typeof visitChange>;

/** A booking with all that the office knows of it. */
export const bookingDetail = z.extend(bookingView, {
  customerId: z.uuid(),
  /** Whom the customer would have again; null: whoever comes. */
  preferredTechnician: z.nullable(preferredTechnician),
  /** How many people the work takes: each of its visits begins with it. */
  crewSize: z.int(),
  /** The booking whose work it puts right under the warranty. */
  warrantyOf: z.nullable(linkedBooking),
  /** The bookings that put its own work right. */
  warrantyVisits: z.array(linkedBooking),
  /** What else was booked at the same property, the latest first. */
  propertyBookings: z.object({
    bookings: z.array(z.extend(linkedBooking, { serviceName: z.string(), at: instant })),
    more: z.boolean(),
  }),
  /** Null: somebody called who has none, so that no mail goes out. */
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
      /** One of several days that are planned as one. */
      multiDay: z.boolean(),
      /** How many people it takes. */
      crewSize: z.int(),
      /** Each by the row of his own. */
      helpers: z.array(z.object({ id: z.uuid(), technicianId: z.uuid(), technicianName: z.string() })),
    }),
  ),
  timeline: z.array(
    z.extend(timelineEntry, {
      actorName: z.nullable(z.string()),
      actorRole: z.string(),
      /** Of a contact with the customer: how. */
      channel: z.nullable(z.enum(contactChannels)),
      /** Of a note: whoever goes there reads it, too. */
      forTechnician: z.optional(z.literal(true)),
      /** Of a change of a visit: what changed of it. */
      change: z.nullable(visitChange),
      /** Of a correction: what it made of what; empty once the person is forgotten. */
      corrections: z.array(correction),
    }),
  ),
  /** The moves that the reader may make now. */
  moves: z.array(z.enum(transitionNames)),
});
export type BookingDetail = z.output<typeof bookingDetail>;

/** Who could go, and what stands in the way of those who could not. */
export const technicianChoice = z.object({
  id: z.uuid(),
  name: z.string(),
  free: z.boolean(),
  /** In words; null when free. */
  why: z.nullable(z.string()),
  /** Whether the office may place the visit all the same, with a reason. */
  canOverride: z.boolean(),
  /** Whether the area is one that the technician is sent to rather than elsewhere. */
  inZone: z.boolean(),
  /** Where the technician comes from that day, and how long the way takes; null: from home, or nobody knows. */
  travel: z.nullable(z.object({ area: z.string(), minutes: z.int() })),
  visitsThatDay: z.int(),
  /** In an emergency, that it rings there. */
  onCall: z.boolean(),
  /** The customer would have him again. */
  isPreferred: z.boolean(),
});
export type TechnicianChoice = z.output<typeof technicianChoice>;

/** Who should go when, and what speaks for it: trained, free, and … */
const suggestion = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  date: z.string(),
  time: z.string(),
  /** From the visit before; null: from home, or nobody knows. */
  travel: z.nullable(z.object({ area: z.string(), minutes: z.int() })),
  visitsThatDay: z.int(),
  /** At the time that is agreed or was wished for. */
  matchesPreference: z.boolean(),
  /** In an emergency, that it rings there. */
  onCall: z.boolean(),
  /** The customer would have him again: he is told first. */
  isPreferred: z.boolean(),
});
export type SuggestionView = z.output<typeof suggestion>;

export const suggestionList = z.object({ suggestions: z.array(suggestion) });

/** Somebody who came to a visit before and cannot come to the new one. */
export const absentHelper = z.object({ name: z.string(), why: z.string() });

/** The days that work of several would take, and who could do all of them. */
export const planChoices = z.object({
  /** None: there are not as many days ahead on which somebody works. */
  days: z.array(z.string()),
  technicians: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      free: z.boolean(),
      /** The days on which they have another visit then: nobody is sent over it. */
      takenOn: z.array(z.string()),
      /** What else stands in the way, in words; a reason overrules it. */
      why: z.nullable(z.string()),
      /** Trained for it, and with us. */
      skilled: z.boolean(),
    }),
  ),
});
export type PlanChoices = z.output<typeof planChoices>;

export const slotChoice = z.object({ date: z.string(), time: z.string(), free: z.int() });
export type SlotChoice = z.output<typeof slotChoice>;
