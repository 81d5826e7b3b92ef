import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { findService } from "../../core/catalogue/queries.server";
import { listOfferedDays } from "./queries.server";
import { dayRange } from "./schema";
import type { Job } from "./slots";
import { offeredDays } from "./views";

const MAX_JOB_MIN = 720;
const MAX_BUFFER_MIN = 240;

const minutes = (max: number) => z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(max)));

const jobQuery = z.object({
  service: z._default(z.string(), ""),
  otherServices: z.optional(z.string().check(z.maxLength(200))),
  minutes: minutes(MAX_JOB_MIN),
  buffer: minutes(MAX_BUFFER_MIN),
});
/** Work that a visitor asks times for. */
export const jobFields = jobQuery.shape;

/** Null for emergency services, which have no slots. */
export async function readJob(
  ctx: Ctx,
  asked: z.output<typeof jobQuery>,
): Promise<{ skills: string[]; job: Job } | null> {
  const service = await findService(ctx, asked.service);
  if (!service) {
    const error = m.booking_error_service_unknown();
    throw new InvalidInput({ service: error }, error);
  }
  if (service.emergency) return null;
  const { minutes: durationMin = service.durationMin, buffer: bufferMin = service.bufferMin } = asked;
  return {
    skills: [service.id, ...(asked.otherServices?.split(",") ?? [])],
    job: { ...service, durationMin, bufferMin },
  };
}

export const slotsApi = endpoints("slot", [
  get("/availability", {
    may: "website.use",
    summary: "Free slots of a service by day; `free` is the number of available technicians",
    description:
      "Query: `service`; `from` and `to` (yyyy-MM-dd, Asia/Dubai, at most 31 days; default: two weeks from today); `minutes` and " +
      "`buffer`, if the chosen options change the duration or the buffer of the service; `otherServices` (service ids, separated by commas): " +
      "further skills that the technician needs. Emergency services have no slots.",
    query: z.extend(dayRange, jobFields),
    answer: offeredDays,
    async run(ctx, asked) {
      const search = await readJob(ctx, asked);
      return { days: search ? await listOfferedDays(ctx, search, asked) : [] };
    },
  }),
]);
