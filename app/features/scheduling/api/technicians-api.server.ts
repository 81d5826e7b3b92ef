import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type ApiEnv, answerOf, bodyOf, newApi, readInput, readJson, readQuery } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { closeCalendar, openCalendar } from "../commands/calendar-link.server";
import type { SeenTechnician } from "../commands/change-technician.server";
import {
  addTechnician,
  deactivateTechnician,
  editTechnician,
  reactivateTechnician,
} from "../commands/person.server";
import {
  changeSkills,
  changeZones,
  recordCertificate,
  removeCertificate,
} from "../commands/qualifications.server";
import {
  cancelOnCall,
  cancelTimeOff,
  changeShifts,
  planOnCall,
  planTimeOff,
  setAlwaysOnCall,
} from "../commands/working-time.server";
import { refusalAsError, technicianNotFound } from "../refusals.server";
import {
  certificateSchema,
  personSchema,
  rangeSchema,
  shiftsSchema,
  skillsSchema,
  timeOffSchema,
  zonesSchema,
} from "../schema";
import { findTechnician, listTechnicians } from "../technician-queries.server";
import { refusedAnswer, technicianDetail, technicianList } from "../views";

/** What the office does with technicians. Everything here lies behind the admin guard. */
export const techniciansApi = newApi();

const oneTechnician = z.object({ technician: technicianDetail });

const listQuery = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  former: z.optional(z.literal("true")),
});

techniciansApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/technicians",
    summary: "The technicians by name, with today's load",
    description: "Query: search, former=true (those who left). All at once: at most 500.",
    responses: { 200: answerOf(technicianList, "Everybody") },
  }),
  async (c) => {
    const { search, former } = readQuery(c, listQuery);
    const technicians = await listTechnicians(c.get("ctx"), { search, former: former === "true" });
    if (!technicians) throw refusalAsError({ ok: false, reason: "not-allowed" });
    return c.json({ technicians }, 200);
  },
);

techniciansApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/technicians",
    summary: "Take on a technician",
    request: { body: bodyOf(personSchema, "Who it is") },
    responses: { 200: answerOf(oneTechnician, "Taken on") },
  }),
  async (c) => {
    const result = await addTechnician(c.get("ctx"), await readJson(c, personSchema));
    if (!result.ok) throw refusalAsError(result);
    return c.json(await detailOf(c, result.technicianId), 200);
  },
);

techniciansApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/technicians/{id}",
    summary: "A technician with all that the office keeps of him",
    parameters: [idParam("id")],
    responses: {
      200: answerOf(oneTechnician, "The technician"),
      404: answerOf(refusedAnswer, "Not found"),
    },
  }),
  async (c) => c.json(await detailOf(c, c.req.param("id")), 200),
);

const version = z.int({ error: () => m.admin_people_error_stale() });
const nothing = z.object({});
/** The id of what is taken away, beside the technician's. */
const one = (name: string) => z.object({ [name]: z.uuid({ error: () => m.admin_people_error_gone() }) });

change("person", "Change name, email or phone", personSchema, editTechnician);
change("skills", "What the technician is trained for", skillsSchema, (ctx, seen, { serviceIds }) =>
  changeSkills(ctx, seen, serviceIds),
);
change("zones", "Where the technician is sent rather than elsewhere", zonesSchema, (ctx, seen, { areas }) =>
  changeZones(ctx, seen, areas),
);
change("shifts", "The whole week; shifts of a day may not overlap", shiftsSchema, (ctx, seen, { shifts }) =>
  changeShifts(ctx, seen, shifts),
);
change("time-off", "Plan time off; visits within it stay", timeOffSchema, planTimeOff);
change("time-off/cancel", "Cancel time off", one("timeOffId"), (ctx, seen, { timeOffId }) =>
  cancelTimeOff(ctx, seen, timeOffId!),
);
change("on-call", "Plan when emergencies ring there", rangeSchema, planOnCall);
change("on-call/cancel", "Take a stretch off the rota", one("onCallId"), (ctx, seen, { onCallId }) =>
  cancelOnCall(ctx, seen, onCallId!),
);
change(
  "on-call/always",
  "Whether emergencies ring there at any time",
  z.object({ always: z.boolean() }),
  (ctx, seen, { always }) => setAlwaysOnCall(ctx, seen, always),
);
change(
  "certificates",
  "Keep a certificate; with `id`, one that was renewed",
  z.extend(certificateSchema, { id: z.optional(z.uuid()) }),
  recordCertificate,
);
change("certificates/remove", "Remove a certificate", one("certificateId"), (ctx, seen, { certificateId }) =>
  removeCertificate(ctx, seen, certificateId!),
);
change("calendar/open", "Give the calendar a new secret link", nothing, openCalendar);
change("calendar/close", "End the calendar's secret link", nothing, closeCalendar);
change(
  "deactivate",
  "No more work for a technician; refused while visits are ahead",
  nothing,
  deactivateTechnician,
);
change("reactivate", "A technician is back", nothing, reactivateTechnician);

type Refusal = Parameters<typeof refusalAsError>[0];

/** A change of a technician: `POST /admin/technicians/{id}/…` with `version` as last seen. */
function change<Schema extends z.ZodMiniObject>(
  name: string,
  summary: string,
  schema: Schema,
  command: (ctx: Ctx, seen: SeenTechnician, input: z.output<Schema>) => Promise<{ ok: true } | Refusal>,
): void {
  techniciansApi.openapi(
    createRoute({
      method: "post",
      path: `/admin/technicians/{id}/${name}`,
      summary,
      parameters: [idParam("id")],
      request: { body: bodyOf(z.extend(schema, { version }), "`version` is the one last seen") },
      responses: {
        200: answerOf(oneTechnician, "Changed"),
        404: answerOf(refusedAnswer, "There is no such technician, or nothing to change"),
        409: answerOf(refusedAnswer, "Changed meanwhile (stale), or refused for what `reason` says"),
      },
    }),
    async (c) => {
      const technicianId = technicianIdOf(c.req.param("id"));
      const sent = await readJson(c, z.unknown());
      const seen = { technicianId, ...readInput(sent, z.object({ version })) };
      const result = await command(c.get("ctx"), seen, readInput(sent, schema));
      if (!result.ok) throw refusalAsError(result);
      return c.json(await detailOf(c, technicianId), 200);
    },
  );
}

async function detailOf(c: Context<ApiEnv>, id: string) {
  const technician = await findTechnician(c.get("ctx"), c.get("config"), technicianIdOf(id));
  if (!technician) throw technicianNotFound();
  return { technician };
}

/** An id that is none is an id that is not found. */
function technicianIdOf(param: string | undefined): string {
  const id = z.safeParse(z.uuid(), param);
  if (!id.success) throw technicianNotFound();
  return id.data;
}

function idParam(name: string) {
  const schema = { type: "string" as const, format: "uuid" };
  return { name, in: "path" as const, required: true, schema };
}
