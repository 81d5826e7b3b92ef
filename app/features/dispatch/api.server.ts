import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { bytes, endpoints, get } from "~/platform/http/endpoint.server";
import { openWithCalendarKey } from "../scheduling/calendar-link.server";
import { listVisitsWithin } from "./queries.server";
import { technicianCalendar } from "./technician-calendar.server";
import { visitsWithin } from "./views";

const instant = z.pipe(
  z.iso.datetime({ error: () => m.admin_error_day() }),
  z.transform((text) => new Date(text)),
);

/** A technician's visits, for the office. */
export const technicianVisitsApi = endpoints("technician", [
  get("/admin/technicians/{technicianId}/visits", {
    may: "visits.plan",
    summary: "A technician's visits ahead that touch a stretch of time",
    description:
      "In the order of time. Query: from and to (ISO 8601 in UTC; without `to`, from then on). At most 50, the first ones.",
    query: z.object({ from: instant, to: z.optional(instant) }),
    answer: visitsWithin,
    run: (ctx, { technicianId, from, to }) =>
      listVisitsWithin(ctx, { technicianId, start: from, end: to && to >= from ? to : null }),
  }),
]);

/** A technician's visits, for his own calendar program, which cannot sign in: the link itself is the secret. */
export const calendarLinkApi = endpoints("calendar", [
  get("/calendars/{technicianId}/{file}", {
    may: "website.open-link",
    summary: "A technician's visits for his calendar program, by the secret link that the office gave him",
    params: { file: z.string() },
    answer: bytes("text/calendar", "The calendar"),
    async run(ctx, { technicianId, file }, call) {
      const config = call.get("config");
      const key = file.endsWith(".ics") ? file.slice(0, -".ics".length) : "";
      const technician = await openWithCalendarKey(ctx, config, technicianId, key);
      if (!technician) return null;
      const holder = { ...ctx, actor: { role: "calendar-holder" as const, technicianId } };
      const { host } = new URL(config.publicUrl);
      return call.body(await technicianCalendar(holder, technician.name, host), 200, {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="visits.ics"',
        "Cache-Control": "private, no-cache",
        "X-Robots-Tag": "noindex",
      });
    },
  }),
]);
