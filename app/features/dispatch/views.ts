import * as z from "zod/mini";
import { bookingStates, visitStates } from "../bookings/booking";
import { absentHelper, preferredTechnician } from "../bookings/views";
import { recurrence } from "../recurring-bookings/views";
import { conflicts } from "../scheduling/slots";

/** A visit as the office plans it. Instants are ISO 8601 in UTC. */
export const plannedVisit = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  reference: z.string(),
  serviceName: z.string(),
  customerName: z.string(),
  area: z.string(),
  state: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
export type PlannedVisit = z.output<typeof plannedVisit>;

export const visitsWithin = z.object({
  visits: z.array(plannedVisit),
  /** Whether there are more than are told. */
  more: z.boolean(),
});
export type VisitsWithin = z.output<typeof visitsWithin>;

/** Who could make a visit, and when; with nothing in the way. */
const replacement = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  startsAt: z.iso.datetime(),
  /** From the visit before; null: from home, or nobody knows. */
  travel: z.nullable(z.object({ area: z.string(), minutes: z.int() })),
  /** The customer would have him again. */
  isPreferred: z.boolean(),
});
export type Replacement = z.output<typeof replacement>;

/** A visit that somebody else has to make. `version` is its booking's: it is handed over from it. */
export const visitToReassign = z.extend(plannedVisit, {
  version: z.int(),
  /** False: whoever makes it has set out, and finishes it. */
  open: z.boolean(),
  /** At its own time, the best first; where nobody can then, at other times. */
  choices: z.array(replacement),
  /** Who is proposed when: all proposals together can be made. Null: nobody is free. */
  proposed: z.nullable(replacement),
  /**
   * How the customer is notified. "manual": by a press only, as the dispatcher chose for this visit; "helper": not of a helper;
   * "unconfirmed": not before the request is confirmed.
   */
  customerNotice: z.enum(["email", "phone", "manual", "helper", "unconfirmed"]),
  phone: z.string(),
});
export type VisitToReassign = z.output<typeof visitToReassign>;

/** For how long a visit really takes its technician: the buffer is over at `endsAt`. */
const takenTime = z.object({
  startsAt: z.iso.datetime(),
  workEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  area: z.string(),
});

/** What is to be known of work, planned or waiting. `version` is its booking's: each change is made from it. */
const boardWork = z.object({
  bookingId: z.uuid(),
  version: z.int(),
  reference: z.string(),
  serviceId: z.string(),
  /** What whoever goes has to be trained for, all of it. */
  skills: z.array(z.string()),
  serviceName: z.string(),
  emergency: z.boolean(),
  /** Not in the heat of a summer's day. */
  outdoor: z.boolean(),
  /** What follows the work, cleaning up and the way, where it is placed anew: as its service has it by now. */
  newBufferMin: z.int(),
  customerName: z.string(),
  area: z.string(),
  bookingState: z.enum(bookingStates),
  /** Of work that is planned over several days: which day it is. */
  multiDayPosition: z.nullable(z.object({ day: z.int(), days: z.int() })),
  /** The others who come, whoever leads first. */
  otherCrewNames: z.array(z.string()),
  /** How many are still to be found. */
  missingHelpers: z.int(),
  /** It needs a gate pass or a NOC that is not there. */
  permitMissing: z.boolean(),
  /** Which visit of a series it is; null: of none. */
  recurrence: recurrence,
  /** Its place is under an annual contract on its day. */
  underContract: z.boolean(),
  /** Whom the customer would have again; null: whoever comes. */
  preferredTechnician: z.nullable(preferredTechnician),
  /** The customer is still to be told where or when it is, or who comes. */
  notificationPending: z.boolean(),
  /** Until when it is held for a request of which nobody has confirmed the email; null: it is confirmed. */
  heldUntil: z.nullable(z.iso.datetime()),
});
export type BoardWork = z.output<typeof boardWork>;

/** A visit on the dispatch board. */
export const boardVisit = z.extend(boardWork, {
  id: z.uuid(),
  state: z.enum(visitStates),
  technicianId: z.uuid(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** What follows the work: cleaning up, the way. */
  bufferMin: z.int(),
  /** For how long it really takes its technician; null: as it is planned. */
  taken: z.nullable(takenTime),
  /** The visit at which its technician helps; null: he leads it. */
  leadVisitId: z.nullable(z.uuid()),
  /** What stands against it by now, while it is ahead. */
  conflicts: z.array(z.enum(conflicts)),
  /** Until when the work before goes on into its time; null: it does not. */
  delayedUntil: z.nullable(z.iso.datetime()),
});
export type BoardVisit = z.output<typeof boardVisit>;

/** Work that has nobody to do it. */
export const unassignedWork = z.extend(boardWork, {
  requestedAt: z.iso.datetime(),
  /** Response target: arrival for emergencies, first answer for other requests. Null once met, or where none runs. */
  dueAt: z.nullable(z.iso.datetime()),
  /** The time that it asked for was given back, as nobody confirmed it. */
  holdExpired: z.boolean(),
  /** The visit that lost its technician, whose time is agreed; null: none was ever placed. */
  visitId: z.nullable(z.uuid()),
  /** When it is agreed or wished for; null: any time. */
  startsAt: z.nullable(z.iso.datetime()),
  /** Whether the time of day is meant, or the day alone. */
  timed: z.boolean(),
  durationMin: z.int(),
});
export type UnassignedWork = z.output<typeof unassignedWork>;

/** A request whose time somebody holds already: it waits for the office's word alone. */
export const heldRequest = z.extend(unassignedWork, {
  visitId: z.uuid(),
  startsAt: z.iso.datetime(),
  technicianId: z.uuid(),
  technicianName: z.string(),
});
export type HeldRequest = z.output<typeof heldRequest>;

export const boardTechnician = z.object({
  id: z.uuid(),
  name: z.string(),
  active: z.boolean(),
  pictureId: z.nullable(z.uuid()),
  skills: z.array(z.string()),
  zones: z.array(z.string()),
  /** The last day on which every certificate is valid; null: none is kept. */
  certifiedUntil: z.nullable(z.string()),
  shifts: z.array(z.object({ weekday: z.int(), startMin: z.int(), endMin: z.int() })),
  timeOff: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
  /** Visits before and after the days that are told: ways lead there, and late work goes on into them. `of`: that of whoever leads. */
  around: z.array(z.extend(takenTime, { crewVisitId: z.uuid() })),
  /** When an emergency rings there, within the days that are told. */
  onCall: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
});
export type BoardTechnician = z.output<typeof boardTechnician>;

/** A Dubai day of the board. Minutes are counted from its midnight. */
export const boardDay = z.object({
  day: z.string(),
  holiday: z.nullable(z.object({ name: z.string(), tentative: z.boolean(), open: z.boolean() })),
  /** When work outdoors stops; null: it does not. */
  middayBreak: z.nullable(z.object({ fromMin: z.int(), toMin: z.int() })),
  /** By technician: when nobody should be planned. */
  closed: z.record(
    z.uuid(),
    z.array(
      z.object({ fromMin: z.int(), toMin: z.int(), why: z.enum(["off-shift", "time-off", "holiday"]) }),
    ),
  ),
});
export type BoardDay = z.output<typeof boardDay>;

export const board = z.object({
  days: z.array(boardDay),
  /** On which the business is closed, also just after the days that are told: a night's work goes on into them. */
  holidays: z.array(z.string()),
  /** On which everybody leaves earlier. */
  shorterDays: z.array(z.object({ day: z.string(), shorterByMin: z.int() })),
  technicians: z.array(boardTechnician),
  /** What work of a trade is like, unless its booking says otherwise. */
  trades: z.array(z.object({ id: z.string(), outdoor: z.boolean(), bufferMin: z.int() })),
  visits: z.array(boardVisit),
  unassigned: z.array(unassignedWork),
  /** Whether more work waits than is told. */
  moreUnassigned: z.boolean(),
  /** Of whatever day. */
  requests: z.array(heldRequest),
});
export type Board = z.output<typeof board>;

/** How much is planned on a day of a month. */
const monthDay = z.object({
  day: z.string(),
  visits: z.int(),
  /** How many have any of them. */
  technicians: z.int(),
  holiday: boardDay.shape.holiday,
  /** In minutes, by trade; people who can do several count in each. */
  trades: z.array(z.object({ trade: z.string(), bookedMin: z.int(), shiftMin: z.int(), freeMin: z.int() })),
  /** All trades together, each person once. */
  whole: z.object({ bookedMin: z.int(), shiftMin: z.int(), freeMin: z.int() }),
});
export type MonthDay = z.output<typeof monthDay>;

export const month = z.object({ days: z.array(monthDay) });

/**
 * `version`: the one that the booking has reached, to undo the change from. `absentHelpers`: who came to the visit before and cannot come to the
 * new one.
 */
export const visitChanged = z.object({
  success: z.literal(true),
  visitId: z.uuid(),
  version: z.int(),
  absentHelpers: z.optional(z.array(absentHelper)),
});
export type VisitChanged = z.output<typeof visitChanged>;
