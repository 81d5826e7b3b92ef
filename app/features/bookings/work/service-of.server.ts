import type { Ctx } from "~/platform/context";
import { getService, type Service } from "../../catalogue/queries.server";

/** The service of a booking, with the times that its own work takes: what was chosen, or the office, may have said so. */
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
