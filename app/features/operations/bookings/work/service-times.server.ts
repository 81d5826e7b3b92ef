import type { Ctx } from "~/platform/context";
import { getService, type Service } from "../../../core/catalogue/queries.server";
import { visitMinutes } from "../../../core/pricing/work-time";
import { isPlanned, type VisitState } from "../booking";

/**
 * The service with the length of a visit and the buffer of the booking, which the chosen items or the office
 * may set.
 */
export async function loadServiceWithTimes(
  ctx: Ctx,
  booking: { serviceId: string; durationMin: number | null; bufferMin: number | null },
): Promise<Service> {
  const service = await getService(ctx, booking.serviceId);
  return {
    ...service,
    durationMin: visitMinutes(booking.durationMin ?? service.durationMin),
    bufferMin: booking.bufferMin ?? service.bufferMin,
  };
}

/** A resized visit keeps its length at any other time. */
export function plannedDuration(
  visit: { state: VisitState; startsAt: Date; endsAt: Date } | null | undefined,
): { durationMin?: number } {
  if (!visit || !isPlanned(visit)) return {};
  return { durationMin: (visit.endsAt.getTime() - visit.startsAt.getTime()) / 60_000 };
}
