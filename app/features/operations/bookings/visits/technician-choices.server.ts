import { query } from "~/platform/auth/command.server";
import { labelForConflicts } from "../../scheduling/labels";
import { loadRoster } from "../../scheduling/roster.server";
import {
  countVisitsOn,
  findPlacementWarnings,
  isInZone,
  isOnCall,
  toTimeSlot,
  travelFromPreviousVisit,
} from "../../scheduling/slots";
import { nextVisitOf, readBooking } from "../read-booking.server";
import { loadServiceWithTimes, plannedDuration } from "../work/service-times.server";
import type { TechnicianChoice } from "./views";

/** Free technicians first, then on call, preferred, in zone, fewest visits. */
export const listTechnicianChoices = query(
  "bookings.manage",
  async function listTechnicianChoices(
    ctx,
    bookingId: string,
    { day, time, visitId }: { day: string; time: string; visitId?: string },
  ): Promise<TechnicianChoice[] | null> {
    const record = await readBooking(ctx, { id: bookingId });
    if (!record) return null;
    const { serviceId, durationMin, bufferMin } = record.booking;
    const service = await loadServiceWithTimes(ctx, { serviceId, durationMin, bufferMin });
    const visit = visitId ? record.visits.find(({ id }) => id === visitId) : nextVisitOf(record);
    const crew = [visit?.technicianId, ...(visit?.helpers.map(({ technicianId }) => technicianId) ?? [])];
    const roster = await loadRoster(ctx, {
      skills: record.booking.skills,
      from: day,
      to: day,
      includeUnavailable: true,
      excludedVisitId: visit?.id,
    });
    const timeSlot = toTimeSlot({ ...service, ...plannedDuration(visit) }, day, time);
    return roster.technicians
      .map((technician) => {
        const { area, emergency } = record.booking;
        const warnings = findPlacementWarnings(technician, roster, timeSlot, {
          area,
          now: ctx.now,
          emergency,
          currentTechnicianId: crew.includes(technician.id) ? technician.id : null,
        });
        return {
          id: technician.id,
          name: technician.name,
          free: warnings.length === 0,
          conflictText:
            warnings.length > 0 ? labelForConflicts(warnings, roster.holidays.get(day) ?? null) : null,
          canOverride: warnings.length > 0 && !warnings.includes("busy"),
          inZone: isInZone(technician, area),
          travel: travelFromPreviousVisit(technician, timeSlot, area),
          onCall: emergency && isOnCall(technician, timeSlot),
          visitsThatDay: countVisitsOn(technician, timeSlot),
          isPreferred: technician.id === record.booking.preferredTechnicianId,
        };
      })
      .sort(
        (a, b) =>
          Number(b.free) - Number(a.free) ||
          Number(b.onCall) - Number(a.onCall) ||
          Number(b.isPreferred) - Number(a.isPreferred) ||
          Number(b.inZone) - Number(a.inZone) ||
          a.visitsThatDay - b.visitsThatDay,
      );
  },
);
