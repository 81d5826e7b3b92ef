import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, newApi, readQuery } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { openWithCalendarKey } from "../scheduling/calendar-link.server";
import { boardApi } from "./api/board-api.server";
import { listVisitsWithin } from "./queries.server";
import { technicianCalendar } from "./technician-calendar.server";
import { visitsWithin } from "./views";

/** Who goes where and when: a technician's visits, for the office and for his own calendar. */
export const dispatchApi = newApi();
dispatchApi.route("/", boardApi);

const instant = z.pipe(
  z.iso.datetime({ error: () => m.admin_error_day() }),
  z.transform((text) => new Date(text)),
);
const withinQuery = z.object({ from: instant, to: z.optional(instant) });

dispatchApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/technicians/{id}/visits",
    summary: "A technician's visits ahead that touch a stretch of time",
    description:
      "Query: from and to (ISO 8601 in UTC; without `to`, from then on). At most 50, the first ones.",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    responses: { 200: answerOf(visitsWithin, "The visits in the order of time") },
  }),
  async (c) => {
    const id = z.safeParse(z.uuid(), c.req.param("id"));
    if (!id.success) throw new ApiError(404, "not-found", m.admin_people_error_not_found());
    const { from, to } = readQuery(c, withinQuery);
    const visits = await listVisitsWithin(c.get("ctx"), {
      technicianId: id.data,
      start: from,
      end: to && to >= from ? to : null,
    });
    if (!visits) throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
    return c.json(visits, 200);
  },
);

// Calendar programs cannot sign in: the link itself is the secret (app/features/scheduling/calendar-link.server.ts).
dispatchApi.openapi(
  createRoute({
    method: "get",
    path: "/calendars/{id}/{file}",
    summary: "A technician's visits for his calendar program, by the secret link that the office gave him",
    parameters: ["id", "file"].map((name) => ({
      name,
      in: "path" as const,
      required: true,
      schema: { type: "string" as const },
    })),
    responses: {
      200: { description: "The calendar (text/calendar)" },
      404: { description: "The link is wrong, or was ended" },
    },
  }),
  async (c) => {
    const { id, file } = c.req.param();
    const key = file.endsWith(".ics") ? file.slice(0, -".ics".length) : "";
    const isId = z.safeParse(z.uuid(), id).success;
    const technician = isId ? await openWithCalendarKey(c.get("ctx"), c.get("config"), id, key) : null;
    if (!technician) throw new ApiError(404, "not-found", m.common_error_not_found());
    const { host } = new URL(c.get("config").publicUrl);
    return c.body(await technicianCalendar(c.get("ctx"), technician, host), 200, {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="visits.ics"',
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
    });
  },
);
