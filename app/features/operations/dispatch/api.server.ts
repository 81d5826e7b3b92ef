import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { inLocale } from "~/platform/locale/locale.server";
import { dispatchRefusals } from "../bookings/api/office/office-api.server";
import { versionSchema } from "../bookings/schema";
import { findTechnicianByCalendarKey } from "../scheduling/technicians/calendar-link.server";
import { findTechnician } from "../scheduling/technicians/technician-queries.server";
import { technicianDetail } from "../scheduling/views";
import {
  reassignAndDeactivate,
  reassignAndDispatch,
  reassignAndUpdateTechnician,
  reassignVisits,
} from "./commands.server";
import { listVisitsToReassign, listVisitsWithin } from "./queries.server";
import { reassignAndUpdateSchema, reassignSchema, undoReassignmentSchema } from "./schema";
import { technicianCalendar } from "./technician-calendar.server";
import { undoReassignment } from "./undo-reassignment.server";
import { reassignedVisit, visitsWithin, visitToReassign } from "./views";

const instant = z.pipe(
  z.iso.datetime({ error: () => m.admin_error_day() }),
  z.transform((text) => new Date(text)),
);

/** Comma-separated values. */
const commaSeparated = (max: number) =>
  z.pipe(
    z.string().check(z.maxLength(max)),
    z.transform((text) => text.split(",")),
  );

export const technicianVisitsApi = endpoints("technician", [
  get("/admin/technicians/{technicianId}/visits", {
    may: "visits.plan",
    summary: "Visits of a technician that overlap a range of time",
    description:
      "In chronological order, at most 50. Query: from and to (ISO 8601 in UTC; without `to` open-ended).",
    query: z.object({ from: instant, to: z.optional(instant) }),
    answer: visitsWithin,
    run: (ctx, { technicianId, from, to }) =>
      listVisitsWithin(ctx, { technicianId, start: from, end: to && to >= from ? to : null }),
  }),

  get("/admin/technicians/{technicianId}/reassignment", {
    may: "visits.plan",
    summary: "Visits of a technician that overlap a range of time, with replacements",
    description:
      "In order of time, not paged. Proposes another time if no technician is free. Query: as for the visits; `withoutSkills`: only visits that need one of these skills; `visitIds`: only these; comma-separated.",
    query: z.object({
      from: instant,
      to: z.optional(instant),
      withoutSkills: z.optional(commaSeparated(2_000)),
      visitIds: z.optional(commaSeparated(8_000)),
    }),
    answer: z.object({ visits: z.array(visitToReassign) }),
    run: async (ctx, { technicianId, from, to, withoutSkills, visitIds }) => ({
      visits: await listVisitsToReassign(ctx, {
        technicianId,
        start: from,
        end: to && to >= from ? to : null,
        withoutSkills,
        visitIds,
      }),
    }),
  }),

  post("/admin/technicians/{technicianId}/reassignment", {
    operationId: "reassignVisits",
    may: "bookings.manage",
    summary: "Reassign visits of a technician, all of them or none",
    description:
      "Without `technicianId` a visit becomes unassigned at its time. `at`: another time. A visit under way is handed over: it ends with `reason`, and a new one takes its place.",
    body: reassignSchema,
    answer: z.object({ success: z.literal(true), changes: z.array(reassignedVisit) }),
    run: reassignVisits,
    refuses: ["visit-unknown", "reassignment-failed"],
    reply: (_ctx, _input, { changes }) => ({ success: true as const, changes }),
  }),

  post("/admin/technicians/{technicianId}/reassignment/undo", {
    operationId: "undoReassignment",
    may: "bookings.manage",
    summary: "Undo a reassignment, all visits or none",
    description:
      "`undo`: booking version that the reassignment produced, and base versions of later changes that were undone. `timeOff`: added with the reassignment; it is cancelled.",
    body: undoReassignmentSchema,
    answer: z.object({
      success: z.literal(true),
      bookings: z.array(z.object({ bookingId: z.uuid(), version: z.int() })),
    }),
    run: undoReassignment,
    refuses: [
      ...(["not-found", "stale", "wrong-state", "changed-since", "visit-unknown", "not-allowed"] as const),
      ...(["reason-required", "too-late", "not-today", "time-off-unknown"] as const),
      ...(["technician-unknown", "technician-busy", "technician-warning"] as const),
    ],
    reply: (_ctx, _input, { bookings }) => ({
      success: true as const,
      bookings: [...bookings].map(([bookingId, version]) => ({ bookingId, version })),
    }),
  }),

  post("/admin/technicians/{technicianId}/reassignment-with-update", {
    operationId: "reassignVisitsAndUpdateTechnician",
    may: "technicians.manage",
    summary: "Reassign visits of a technician and save the change that causes it, in one transaction",
    description:
      "`version`: of the technician. `update`: time off, remaining skills, zones or shifts, or a certificate. `reason`: of the handover of visits under way.",
    body: reassignAndUpdateSchema,
    answer: z.object({
      technician: technicianDetail,
      changes: z.array(reassignedVisit),
      timeOffId: z.nullable(z.uuid()),
    }),
    run: reassignAndUpdateTechnician,
    refuses: [
      "not-found",
      "stale",
      "range-empty",
      "service-unknown",
      "shifts-overlap",
      "certificate-unknown",
      "visits-affected",
      "visit-unknown",
      "reassignment-failed",
    ],
    async reply(ctx, { technicianId }, { changes, timeOffId }, call) {
      const technician = await findTechnician(ctx, call.get("config"), technicianId);
      return technician && { technician, changes, timeOffId };
    },
  }),

  post("/admin/technicians/{technicianId}/reassignment-with-dispatch", {
    operationId: "reassignVisitsAndDispatch",
    may: "bookings.manage",
    summary: "Reassign visits of a technician and send the technician to an emergency, in one transaction",
    description: "`bookingId`: of the emergency. `visits`: those that are displaced by it.",
    body: z.extend(reassignSchema, { bookingId: z.uuid() }),
    answer: okResponse,
    run: reassignAndDispatch,
    refuses: [...dispatchRefusals, "visit-unknown", "reassignment-failed"],
    reply: respondOk,
  }),

  post("/admin/technicians/{technicianId}/reassignment-with-deactivation", {
    operationId: "reassignVisitsAndDeactivateTechnician",
    may: "technicians.manage",
    summary: "Reassign visits of a technician and deactivate the technician, in one transaction",
    description: "`version`: of the technician. Refused while other visits are ahead.",
    body: z.extend(reassignSchema, { version: versionSchema }),
    answer: z.object({ technician: technicianDetail }),
    run: reassignAndDeactivate,
    refuses: ["not-found", "stale", "upcoming-visits", "visit-unknown", "reassignment-failed"],
    async reply(ctx, { technicianId }, _, call) {
      const technician = await findTechnician(ctx, call.get("config"), technicianId);
      return technician && { technician };
    },
  }),
]);

/** Unauthenticated, because calendar programs cannot sign in: the link is the secret. */
export const calendarLinkApi = endpoints("calendar", [
  get("/calendars/{technicianId}/{file}", {
    may: "website.open-link",
    summary: "iCalendar feed of a technician's visits, by secret link",
    params: { file: z.string().check(z.describe("Secret file name of the link")) },
    answer: bytes("text/calendar", "iCalendar feed"),
    async run(ctx, { technicianId, file }, call) {
      const config = call.get("config");
      const key = file.endsWith(".ics") ? file.slice(0, -".ics".length) : "";
      const technician = await findTechnicianByCalendarKey(ctx, config, technicianId, key);
      if (!technician) return null;
      const holder = { ...ctx, actor: { role: "calendar-holder" as const, technicianId } };
      const { host } = new URL(config.publicUrl);
      const calendar = await inLocale(technician.language, () =>
        technicianCalendar(holder, technician.name, host),
      );
      return call.body(calendar, 200, {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="visits.ics"',
        "Cache-Control": "private, no-cache",
        "X-Robots-Tag": "noindex",
      });
    },
  }),
]);
