import { query } from "~/platform/auth/command.server";
import { listOfferedDays } from "../../scheduling/queries.server";
import type { OfferedDay } from "../../scheduling/views";
import { currentVisit } from "../booking";
import { actingRole } from "../policy";
import { ownerOf, readBooking } from "../read-booking.server";
import { loadServiceWithTimes, plannedDuration } from "../work/service-times.server";
import { isMultiDayJob } from "./multi-day";

/**
 * Free times to which a booking can be moved: its visit blocks neither its own technician nor its crew. Null
 * if the booking must look nonexistent to the actor.
 */
export const listRescheduleTimes = query(
  "website.open-link",
  async function listRescheduleTimes(
    ctx,
    bookingId: string,
    range: { from?: string; to?: string },
  ): Promise<OfferedDay[] | null> {
    const record = await readBooking(ctx, { id: bookingId });
    if (!record || !actingRole(ctx.actor, ownerOf(record), ctx.now)) return null;
    const { serviceId, durationMin, bufferMin, skills, emergency } = record.booking;
    if (emergency || isMultiDayJob(record.booking, record.visits)) return [];
    const visit = currentVisit(record.visits);
    const moved = visit && {
      visitId: visit.id,
      helperIds: visit.helpers.map(({ technicianId }) => technicianId),
    };
    const job = {
      ...(await loadServiceWithTimes(ctx, { serviceId, durationMin, bufferMin })),
      ...plannedDuration(visit),
    };
    return listOfferedDays(ctx, { skills, job, moved }, range);
  },
);
