import * as z from "zod/mini";
import { priceModes } from "../../core/pricing/price";
import { accessView } from "../access/views";
import { sitePaymentMethods } from "./site-payment";
import { reportedMoves, visitTaps } from "./visit-taps";

/** Views of the technician's app. Instants are ISO 8601 in UTC. */

const instant = z.iso.datetime();
const reportedMove = z.enum(reportedMoves);
export type ReportedMove = z.output<typeof reportedMove>;

const reportContent = {
  note: z.string(),
  /** Voice message; null without one. Lists stored by older builds lack it. */
  recordingId: z.optional(z.nullable(z.uuid())),
  /** Readings such as pressure, temperature or voltage. Lists stored by older builds lack them. */
  readings: z.optional(z.string()),
  /** Parts used. Lists stored by older builds lack them. */
  parts: z.optional(z.string()),
  /** Payment on site, which the office records. Lists stored by older builds lack it. */
  payment: z.optional(z.nullable(z.object({ method: z.enum(sitePaymentMethods), fils: z.int() }))),
  /** `beforeWork`: taken before the work. Lists stored by older builds lack it. */
  photos: z.array(z.object({ id: z.uuid(), beforeWork: z.optional(z.boolean()) })),
  signature: z.nullable(z.object({ id: z.uuid(), signedBy: z.string() })),
};

export const visitReport = z.object({
  id: z.uuid(),
  transition: reportedMove,
  at: instant,
  ...reportContent,
});
export type VisitReport = z.output<typeof visitReport>;

/** Quantity of a price book item. */
const workLine = z.object({
  name: z.string(),
  mode: z.enum(priceModes),
  quantity: z.int(),
});

export const ownVisit = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** Booking version that the technician saw. */
  version: z.int(),
  state: z.enum(["scheduled", "en_route", "on_site", "on_hold", "work_done", "no_access", "handed_over"]),
  startsAt: instant,
  endsAt: instant,
  serviceName: z.string(),
  emergency: z.boolean(),
  customerName: z.string(),
  phone: z.string(),
  /** Beginning of a message, in the customer's language. Lists stored by older builds lack it. */
  greeting: z.optional(z.string()),
  address: z.string(),
  area: z.string(),
  message: z.string(),
  /** Customer photos. */
  photos: z.array(z.object({ id: z.uuid() })),
  /** Work such as "3 × AC service", without prices. */
  lines: z.array(workLine),
  /** Office notes for the technician, such as a gate code or parking. */
  notes: z.array(z.string()),
  reports: z.array(visitReport),
  /** Access details. */
  access: accessView,
  /** True for the lead technician, who changes the status. Lists stored by older builds lack it. */
  isLead: z.optional(z.boolean()),
  /** Day of a multi-day job. */
  multiDayPosition: z.optional(z.nullable(z.object({ day: z.int(), days: z.int() }))),
  /** Rest of the crew. */
  otherCrew: z.optional(z.array(z.object({ name: z.string(), phone: z.string(), isLead: z.boolean() }))),
  /** Time to leave for a visit that has not begun; null for emergencies. Lists stored by older builds lack it. */
  leaveAt: z.optional(z.nullable(instant)),
  /** Arrival that the customer expects while on the way; null if unknown. */
  expectedAt: z.optional(z.nullable(instant)),
  /** A needed permit is missing. */
  permitMissing: z.boolean(),
  /** Sends refused taps to the office. Lists stored by older builds lack it. */
  lateReportKey: z.optional(z.string()),
});
export type OwnVisit = z.output<typeof ownVisit>;

export const ownVisits = z.object({
  /** Picture of the technician; null without one. Lists stored by older builds lack it. */
  pictureId: z.optional(z.nullable(z.uuid())),
  /** Consent to appear on the website; null without it. Lists stored by older builds lack it. */
  websiteConsentAt: z.optional(z.nullable(instant)),
  /** Visits in order of time. */
  visits: z.array(ownVisit),
  /** Time of reading. */
  at: instant,
});
export type OwnVisits = z.output<typeof ownVisits>;

/** Reported visits of a booking, for the office. */
export const bookingReports = z.object({
  reports: z.array(z.extend(visitReport, { technicianName: z.string() })),
});
export type BookingReports = z.output<typeof bookingReports>;

/** Refused taps of a booking's visits. */
const lateReport = z.object({
  id: z.guid(),
  technicianName: z.string(),
  transition: z.enum(visitTaps),
  reason: z.string(),
  /** Dubai day on which work put on hold was expected to continue; null if unknown. */
  continueOn: z.nullable(z.string()),
  ...reportContent,
  /** Time of the tap. */
  at: instant,
  receivedAt: instant,
  /** Null until the office decides. */
  accepted: z.nullable(z.boolean()),
});
export const lateReports = z.object({ lateReports: z.array(lateReport) });
export type LateReport = z.output<typeof lateReport>;

export const movedAnswer = z.object({
  success: z.literal(true),
  /** New version of the booking. */
  version: z.int(),
});
