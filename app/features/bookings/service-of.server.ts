import type { Ctx } from "~/platform/context";
import { getService, type Service } from "../catalogue/queries.server";

/** The service of a booking, as long as its work takes: the office may have said so of this one. */
export async function serviceOf(
  ctx: Ctx,
  booking: { serviceId: string; durationMin: number | null },
): Promise<Service> {
  const service = await getService(ctx, booking.serviceId);
  return { ...service, durationMin: booking.durationMin ?? service.durationMin };
}
