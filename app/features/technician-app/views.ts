import * as z from "zod/mini";
import { accessView } from "../access/views";
import { priceModes } from "../pricing/price";

/** What a technician's phone is shown. Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();
const reportedMove = z.enum(["reportNoAccess", "hold", "finishWork"]);
export type ReportedMove = z.output<typeof reportedMove>;

export const visitReport = z.object({
  id: z.uuid(),
  move: reportedMove,
  note: z.string(),
  at: instant,
  photos: z.array(z.object({ id: z.uuid() })),
  signature: z.nullable(z.object({ id: z.uuid(), by: z.string() })),
});
export type VisitReport = z.output<typeof visitReport>;

/** So many of an item of the price book. */
const backgroundJobSummary = z.object({
  name: z.string(),
  mode: z.enum(priceModes),
  quantity: z.int(),
});

export const ownVisit = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** Of its booking: what the technician saw when he decided. */
  version: z.int(),
  state: z.enum(["scheduled", "en_route", "on_site", "on_hold", "work_done", "no_access"]),
  startsAt: instant,
  endsAt: instant,
  serviceName: z.string(),
  emergency: z.boolean(),
  customerName: z.string(),
  phone: z.string(),
  address: z.string(),
  area: z.string(),
  message: z.string(),
  /** Taken by the customer. */
  photos: z.array(z.object({ id: z.uuid() })),
  /** What is to be done: "3 × AC service", without prices. */
  lines: z.array(backgroundJobSummary),
  /** What the office wrote down for whoever goes there: a gate code, where to park. */
  notes: z.array(z.string()),
  reports: z.array(visitReport),
  /** How to get in. */
  access: accessView,
  /** The lead says how far the visit is; a helper sees it. A list that a phone kept from before there were any has none. */
  leads: z.optional(z.boolean()),
  /** Of work that is planned over several days: which day it is. */
  multiDayPosition: z.optional(z.nullable(z.object({ day: z.int(), days: z.int() }))),
  /** Who else comes. */
  otherCrew: z.optional(z.array(z.object({ name: z.string(), phone: z.string(), leads: z.boolean() }))),
  /** While he is on the way: when the customer expects him; null: nobody can tell. */
  expectedAt: z.optional(z.nullable(instant)),
  /** The gate pass or NOC that it needs is not there. */
  permitMissing: z.boolean(),
});
export type OwnVisit = z.output<typeof ownVisit>;

export const ownVisits = z.object({
  /** What the technician looks like; null: there is no picture. A list that a phone kept from before tells nothing of it. */
  pictureId: z.optional(z.nullable(z.uuid())),
  /** In the order of time. */
  visits: z.array(ownVisit),
  /** When they were read. */
  at: instant,
});
export type OwnVisits = z.output<typeof ownVisits>;

/** The visits of a booking that a technician reported from, for the office. */
export const bookingReports = z.object({
  reports: z.array(z.extend(visitReport, { technicianName: z.string() })),
});
export type BookingReports = z.output<typeof bookingReports>;

export const movedAnswer = z.object({
  success: z.literal(true),
  /** The booking's version from now on. */
  version: z.int(),
});
