import type { Ctx } from "~/platform/context";
import { getService, type Service } from "../../../core/catalogue/queries.server";

/** The service with the booking's own duration and buffer, which the chosen items or the office may set. */
export async function loadServiceWithTimes(
  ctx: Ctx,
  booking: { serviceId: string; durationMin: number | null; bufferMin: number | null },
): Promise<Service> {
  const service = await getService(ctx, booking.serviceId);
  return {
    ...service,
    durationMin: booking.durationMin ?? service.durationMin,
    bufferMin: booking.bufferMin ?? service.bufferMin,
  };
}
