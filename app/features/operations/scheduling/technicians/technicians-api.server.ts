import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { type Call, endpoints, get, post } from "~/platform/http/endpoint.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { disableCalendarLink, enableCalendarLink } from "../commands/calendar-link.server";
import {
  changeSkills,
  changeZones,
  recordCertificate,
  removeCertificate,
} from "../commands/qualifications.server";
import {
  addTechnician,
  deactivateTechnician,
  editTechnician,
  reactivateTechnician,
} from "../commands/technician.server";
import {
  cancelOnCall,
  cancelTimeOff,
  changeShifts,
  planOnCall,
  planTimeOff,
  setAlwaysOnCall,
} from "../commands/working-time.server";
import {
  acceptedVisitsField,
  certificateSchema,
  rangeSchema,
  shiftsSchema,
  skillsSchema,
  technicianContactSchema,
  timeOffSchema,
  zonesSchema,
} from "../schema";
import { onCallGaps, technicianDetail, technicianList } from "../views";
import type { TechnicianVersion } from "./change-technician.server";
import { listOnCallGaps } from "./on-call-gaps.server";
import { findTechnician, listTechnicians } from "./technician-queries.server";

const technicianAnswer = z.object({ technician: technicianDetail });
/** Version that the user saw. */
const version = z.int32({ error: () => m.admin_people_error_stale() });
const onlyVersion = z.object({ version });
const removedId = z.uuid({ error: () => m.scheduling_people_error_gone() });

export const techniciansApi = endpoints("technician", [
  get("/admin/technicians", {
    may: "technicians.read",
    summary: "Technicians by name, with today's load",
    description: "`former`: technicians who left. Not paged; at most 500.",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      former: z.optional(z.literal("true")),
    }),
    answer: technicianList,
    run: async (ctx, { search, former }) => ({
      technicians: await listTechnicians(ctx, { search, former: former === "true" }),
    }),
  }),

  post("/admin/technicians", {
    may: "technicians.manage",
    summary: "Add a technician",
    body: technicianContactSchema,
    answer: technicianAnswer,
    idempotent: true,
    run: addTechnician,
    reply: (ctx, _, { technicianId }, call) => readTechnician(ctx, technicianId, call),
  }),

  get("/admin/on-call-gaps", {
    may: "technicians.read",
    summary: "Times of the next seven days without a technician on call, by trade",
    answer: onCallGaps,
    run: (ctx) => listOnCallGaps(ctx),
  }),

  get("/admin/technicians/{technicianId}", {
    may: "technicians.read",
    summary: "A technician with skills, shifts, certificates and absences",
    answer: technicianAnswer,
    run: (ctx, { technicianId }, call) => readTechnician(ctx, technicianId, call),
  }),

  post("/admin/technicians/{technicianId}/contact", {
    operationId: "updateTechnicianContact",
    may: "technicians.manage",
    summary: "Change name, email or phone",
    body: z.extend(technicianContactSchema, { version }),
    answer: technicianAnswer,
    run: (ctx, { technicianId, version, ...person }) =>
      editTechnician(ctx, { technicianId, version }, person),
    refuses: ["not-found", "stale"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/skills", {
    operationId: "replaceTechnicianSkills",
    may: "technicians.manage",
    summary: "Replace the skills of a technician",
    body: z.extend(skillsSchema, { version, ...acceptedVisitsField }),
    answer: technicianAnswer,
    run: (ctx, { serviceIds, ...target }) => changeSkills(ctx, target, serviceIds),
    refuses: ["not-found", "stale", "service-unknown", "visits-affected"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/zones", {
    operationId: "replaceTechnicianZones",
    may: "technicians.manage",
    summary: "Replace the home areas of a technician",
    body: z.extend(zonesSchema, { version, ...acceptedVisitsField }),
    answer: technicianAnswer,
    run: (ctx, { areas, ...target }) => changeZones(ctx, target, areas),
    refuses: ["not-found", "stale", "visits-affected"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/shifts", {
    operationId: "replaceTechnicianShifts",
    may: "technicians.manage",
    summary: "Replace the weekly shifts; shifts of a day may not overlap",
    body: z.extend(shiftsSchema, { version, ...acceptedVisitsField }),
    answer: technicianAnswer,
    run: (ctx, { shifts, ...target }) => changeShifts(ctx, target, shifts),
    refuses: ["not-found", "stale", "shifts-overlap", "visits-affected"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/time-off", {
    operationId: "planTimeOff",
    may: "technicians.manage",
    summary: "Plan time off; visits within it are kept",
    body: z.extend(timeOffSchema, { version }),
    idempotent: true,
    answer: technicianAnswer,
    run: (ctx, { technicianId, version, ...range }) => planTimeOff(ctx, { technicianId, version }, range),
    refuses: ["not-found", "stale", "range-empty"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/time-off/cancel", {
    operationId: "cancelTimeOff",
    may: "technicians.manage",
    summary: "Cancel time off",
    body: z.object({ timeOffId: removedId, version }),
    answer: technicianAnswer,
    run: (ctx, { timeOffId, ...target }) => cancelTimeOff(ctx, target, timeOffId),
    refuses: ["not-found", "stale", "time-off-unknown"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/on-call", {
    operationId: "planOnCallShift",
    may: "technicians.manage",
    summary: "Plan an on-call shift",
    body: z.extend(rangeSchema, { version }),
    idempotent: true,
    answer: technicianAnswer,
    run: (ctx, { technicianId, version, ...range }) => planOnCall(ctx, { technicianId, version }, range),
    refuses: ["not-found", "stale", "range-empty", "on-call-overlap"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/on-call/cancel", {
    operationId: "cancelOnCallShift",
    may: "technicians.manage",
    summary: "Cancel an on-call shift",
    body: z.object({ onCallId: removedId, version }),
    answer: technicianAnswer,
    run: (ctx, { onCallId, ...target }) => cancelOnCall(ctx, target, onCallId),
    refuses: ["not-found", "stale", "on-call-unknown"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/on-call/always", {
    operationId: "setAlwaysOnCall",
    may: "technicians.manage",
    summary: "Make a technician permanently on call, or not",
    body: z.object({ always: z.boolean(), version }),
    answer: technicianAnswer,
    run: (ctx, { always, ...target }) => setAlwaysOnCall(ctx, target, always),
    refuses: ["not-found", "stale"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/certificates", {
    operationId: "saveTechnicianCertificate",
    may: "technicians.manage",
    summary: "Add a certificate; with `id`, update it",
    body: z.extend(certificateSchema, { id: z.optional(z.uuid()), version, ...acceptedVisitsField }),
    idempotent: true,
    answer: technicianAnswer,
    run: (ctx, { technicianId, version, acceptedVisitIds, ...certificate }) =>
      recordCertificate(ctx, { technicianId, version, acceptedVisitIds }, certificate),
    refuses: ["not-found", "stale", "certificate-unknown", "visits-affected"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/certificates/remove", {
    may: "technicians.manage",
    summary: "Remove a certificate",
    body: z.object({ certificateId: removedId, version }),
    answer: technicianAnswer,
    run: (ctx, { certificateId, ...target }) => removeCertificate(ctx, target, certificateId),
    refuses: ["not-found", "stale", "certificate-unknown"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/calendar-link/enable", {
    may: "technicians.manage",
    summary: "Create a new secret calendar link",
    body: onlyVersion,
    answer: technicianAnswer,
    run: enableCalendarLink,
    refuses: ["not-found", "stale"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/calendar-link/disable", {
    may: "technicians.manage",
    summary: "Revoke the secret calendar link",
    body: onlyVersion,
    answer: technicianAnswer,
    run: disableCalendarLink,
    refuses: ["not-found", "stale"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/deactivate", {
    may: "technicians.manage",
    summary: "Deactivate a technician; refused while visits are ahead",
    body: onlyVersion,
    answer: technicianAnswer,
    run: deactivateTechnician,
    refuses: ["not-found", "stale", "upcoming-visits"],
    reply: changed,
  }),

  post("/admin/technicians/{technicianId}/reactivate", {
    may: "technicians.manage",
    summary: "Reactivate a technician",
    body: onlyVersion,
    answer: technicianAnswer,
    run: reactivateTechnician,
    refuses: ["not-found", "stale"],
    reply: changed,
  }),
]);

function changed(ctx: Ctx, { technicianId }: TechnicianVersion, _: unknown, call: Call) {
  return readTechnician(ctx, technicianId, call);
}

async function readTechnician(ctx: Ctx, id: string, call: Call) {
  const technician = await findTechnician(ctx, call.get("config"), id);
  return technician && { technician };
}
