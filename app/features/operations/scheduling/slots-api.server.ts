import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { InvalidInput } from "~/platform/errors";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { addDays, daysBetween, dubaiDate, isDay } from "~/platform/time";
import { findService } from "../../core/catalogue/queries.server";
import { listAvailability, listClosedHolidays } from "./queries.server";

/** Days per request. */
const MAX_DAYS = 31;

const MAX_JOB_MIN = 720;
const MAX_BUFFER_MIN = 240;

const minutes = (max: number) => z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(max)));

const day = z.optional(z.string().check(z.refine(isDay, { error: () => m.booking_error_date_invalid() })));

export const slotsApi = endpoints("slot", [
  get("/availability", {
    may: "website.use",
    summary: "Free slots of a service by day; `free` is the number of available technicians",
    description:
      "Query: `service`; `from` and `to` (yyyy-MM-dd, Asia/Dubai, at most 31 days; default: two weeks from today); `minutes` and " +
      "`buffer`, if the chosen options change the duration or the buffer of the service; `otherServices` (service ids, separated by commas): " +
      "further skills that the technician needs. Emergency services have no slots.",
    query: z.object({
      service: z._default(z.string(), ""),
      otherServices: z.optional(z.string().check(z.maxLength(200))),
      from: day,
      to: day,
      minutes: minutes(MAX_JOB_MIN),
      buffer: minutes(MAX_BUFFER_MIN),
    }),
    answer: z.object({
      days: z.array(
        z.object({
          date: z.string(),
          /** Holiday on which the business is closed. */
          holiday: z.nullable(z.string()),
          slots: z.array(z.object({ time: z.string(), free: z.int() })),
        }),
      ),
    }),
    async run(ctx, asked) {
      const service = await findService(ctx, asked.service);
      if (!service) {
        const error = m.booking_error_service_unknown();
        throw new InvalidInput({ service: error }, error);
      }
      const from = asked.from ?? dubaiDate(ctx.now);
      const to = asked.to ?? addDays(from, 13);
      if (daysBetween(from, to) < 0 || daysBetween(from, to) >= MAX_DAYS) {
        throw new InvalidInput(
          { to: m.booking_error_date_range({ days: MAX_DAYS }) },
          m.common_error_invalid(),
        );
      }
      if (service.emergency) return { days: [] };
      const { minutes: durationMin = service.durationMin, buffer: bufferMin = service.bufferMin } = asked;
      const job = { ...service, durationMin, bufferMin };
      const skills = [service.id, ...(asked.otherServices?.split(",") ?? [])];
      const [days, holidays] = await Promise.all([
        listAvailability(ctx, { skills, job, from, to }),
        listClosedHolidays(ctx, { from, to }),
      ]);
      return { days: days.map((day) => ({ ...day, holiday: holidays.get(day.date) ?? null })) };
    },
  }),
]);
