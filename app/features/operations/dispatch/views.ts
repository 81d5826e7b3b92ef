import * as z from "zod/mini";
import { bookingStates, visitStates } from "../bookings/booking";
import { onHold } from "../bookings/view-fields";
import { absentHelper, preferredTechnician } from "../bookings/visits/views";
import { recurrence } from "../recurring-bookings/views";
import { conflicts } from "../scheduling/slots";
import { optionalFields } from "./board/sparse-visits";

/** Instants are ISO 8601 in UTC. */
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
  /** Further visits exist. */
  hasMore: z.boolean(),
});
export type VisitsWithin = z.output<typeof visitsWithin>;

/** Available technician and start, without warnings. */
const replacement = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  startsAt: z.iso.datetime(),
  /** Null if the technician starts from home or the travel is unknown. */
  travel: z.nullable(z.object({ area: z.string(), minutes: z.int() })),
  isPreferred: z.boolean(),
});
export type Replacement = z.output<typeof replacement>;

/** `version`: of the booking. */
export const visitToReassign = z.extend(plannedVisit, {
  version: z.int(),
  /** False for a visit under way. */
  isMovable: z.boolean(),
  /** Lead technician's visit under way: ends with a reason, and a new one takes its place. */
  canHandOver: z.boolean(),
  /** Best first: at the agreed time; otherwise at others. */
  choices: z.array(replacement),
  /** All proposals can be accepted together. Null: no technician is free. */
  proposed: z.nullable(replacement),
  /** "manual": when the dispatcher sends it. "helper", "unconfirmed": not at all. */
  customerNotice: z.enum(["email", "phone", "manual", "helper", "unconfirmed"]),
  phone: z.string(),
  /** Null if the customer gave none. Visits of one address are in one email. */
  email: z.nullable(z.string()),
  /** Announced in an email of its own. */
  emergency: z.boolean(),
});
export type VisitToReassign = z.output<typeof visitToReassign>;

/** Booking versions before and after, for undo. */
export const reassignedVisit = z.object({
  bookingId: z.uuid(),
  visitId: z.uuid(),
  from: z.int(),
  leftVersion: z.int(),
  /** A handover cannot be undone. */
  isHandover: z.boolean(),
});
export type ReassignedVisit = z.output<typeof reassignedVisit>;

/** Actual busy time; `endsAt` includes the buffer. */
const busyTime = z.object({
  startsAt: z.iso.datetime(),
  workEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  area: z.string(),
});

/** `version`: of the booking. */
const boardWork = z.object({
  bookingId: z.uuid(),
  version: z.int(),
  reference: z.string(),
  serviceId: z.string(),
  /** Required skills. */
  skills: z.array(z.string()),
  serviceName: z.string(),
  /** Trade of an emergency; null if unknown or no emergency. */
  tradeName: z.nullable(z.string()),
  emergency: z.boolean(),
  /** Subject to the midday break. */
  outdoor: z.boolean(),
  /** Buffer for a new placement, from the booking or its service. */
  newBufferMin: z.int(),
  customerName: z.string(),
  area: z.string(),
  bookingState: z.enum(bookingStates),
  /** Day n of m of a multi-day job. */
  multiDayPosition: z.nullable(z.object({ day: z.int(), days: z.int() })),
  /** Lead first. */
  otherCrewNames: z.array(z.string()),
  missingHelpers: z.int(),
  /** Gate pass or NOC missing. */
  permitMissing: z.boolean(),
  /** Null for a single booking. */
  recurrence,
  /** Annual contract on that day. */
  underContract: z.boolean(),
  /** Null if any technician may come. */
  preferredTechnician: z.nullable(preferredTechnician),
  notificationPending: z.boolean(),
  /** End of an unconfirmed hold; null otherwise. */
  heldUntil: z.nullable(z.iso.datetime()),
});
export type BoardWork = z.output<typeof boardWork>;

export const boardVisit = z.extend(boardWork, {
  id: z.uuid(),
  state: z.enum(visitStates),
  technicianId: z.uuid(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Cleaning up and travel after the work. */
  bufferMin: z.int(),
  /** Null if the visit takes place as planned. */
  actualTime: z.nullable(busyTime),
  /** Null for the visit of the lead technician. */
  leadVisitId: z.nullable(z.uuid()),
  /** Empty for visits under way or over. */
  conflicts: z.array(z.enum(conflicts)),
  /** End of the overrunning work before this visit; null if the visit is on time. */
  delayedUntil: z.nullable(z.iso.datetime()),
});
export type BoardVisit = z.output<typeof boardVisit>;

export const unassignedWork = z.extend(boardWork, {
  requestedAt: z.iso.datetime(),
  /** Arrival for emergencies, first answer for requests. Null once met. */
  dueAt: z.nullable(z.iso.datetime()),
  /** The hold of the guest expired before an answer. */
  holdExpired: z.boolean(),
  /** Visit that lost its technician; null if the booking was never placed. */
  visitId: z.nullable(z.uuid()),
  /** Start of the missed day of a multi-day job that this work replaces; null otherwise. */
  missedDay: z.nullable(z.iso.datetime()),
  /** Agreed or preferred time; null for any time. */
  startsAt: z.nullable(z.iso.datetime()),
  /** False if only the day is preferred. */
  hasTime: z.boolean(),
  onHold: z.nullable(onHold),
  /** Length of the visit to place. */
  durationMin: z.int(),
  /** Length of all the work, which may take several days. */
  workMin: z.int(),
});
export type UnassignedWork = z.output<typeof unassignedWork>;

/** Request with a held time, to be confirmed. */
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
  /** Null without certificates. */
  certifiedUntil: z.nullable(z.string()),
  shifts: z.array(z.object({ weekday: z.int(), startMin: z.int(), endMin: z.int() })),
  timeOff: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
  /** Visits next to the range, needed for travel and overruns. */
  surroundingVisits: z.array(z.extend(busyTime, { crewVisitId: z.uuid() })),
  onCall: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
});
export type BoardTechnician = z.output<typeof boardTechnician>;

/** Minutes count from Dubai midnight. */
export const boardDay = z.object({
  day: z.string(),
  holiday: z.nullable(z.object({ name: z.string(), tentative: z.boolean(), open: z.boolean() })),
  /** Null if there is none. */
  middayBreak: z.nullable(z.object({ fromMin: z.int(), toMin: z.int() })),
  /** Off time by technician. */
  closed: z.record(
    z.uuid(),
    z.array(
      z.object({ fromMin: z.int(), toMin: z.int(), reason: z.enum(["off-shift", "time-off", "holiday"]) }),
    ),
  ),
});
export type BoardDay = z.output<typeof boardDay>;

export const board = z.object({
  days: z.array(boardDay),
  /** Includes the days after the range, because night work reaches into them. */
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
  shorterDays: z.array(z.object({ day: z.string(), shorterByMin: z.int() })),
  technicians: z.array(boardTechnician),
  /** Minutes after the start from which a visit is late. */
  latenessGraceMin: z.int(),
  /** Defaults of each trade. */
  trades: z.array(z.object({ id: z.string(), outdoor: z.boolean(), bufferMin: z.int() })),
  visits: z.array(boardVisit),
  unassigned: z.array(unassignedWork),
  moreUnassigned: z.boolean(),
  /** On any day. */
  requests: z.array(heldRequest),
});
export type Board = z.output<typeof board>;

/** Absent fields of a visit are false, 0, null or empty. */
export const boardAnswer = z.extend(board, { visits: z.array(z.partial(boardVisit, optionalFields)) });
export type BoardAnswer = z.output<typeof boardAnswer>;

const monthDay = z.object({
  day: z.string(),
  visits: z.int(),
  /** Technicians with visits. */
  technicians: z.int(),
  holiday: boardDay.shape.holiday,
  /** Minutes by trade; technicians with several trades count in each. */
  trades: z.array(z.object({ trade: z.string(), bookedMin: z.int(), shiftMin: z.int(), freeMin: z.int() })),
  /** Each technician once. */
  total: z.object({ bookedMin: z.int(), shiftMin: z.int(), freeMin: z.int() }),
});
export type MonthDay = z.output<typeof monthDay>;

export const month = z.object({ days: z.array(monthDay) });

/** `version`: after the change, for undo. `absentHelpers`: crew members who cannot come to the new time. */
export const visitChanged = z.object({
  success: z.literal(true),
  visitId: z.uuid(),
  version: z.int(),
  absentHelpers: z.optional(z.array(absentHelper)),
  /** Set when undo restored a request. */
  bookingState: z.optional(z.enum(bookingStates)),
});
export type VisitChanged = z.output<typeof visitChanged>;

/** `version`: of the request after the undo. */
export const confirmationUndone = z.object({ success: z.literal(true), version: z.int() });
