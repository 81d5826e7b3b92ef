import { query } from "~/platform/auth/command.server";
import { labelForConflicts } from "../../scheduling/labels";
import { requiredSkills } from "../work/booked-service.server";
import { loadServiceWithTimes } from "../work/service-times.server";
import {
  checkTechnician,
  findOpenDays,
  loadRosterForDays,
  type MultiDayRequest,
} from "./multi-day-check.server";
import type { PlanChoices } from "./views";

/** Null if the booking does not exist. */
export const listPlanChoices = query(
  "bookings.manage",
  async function listPlanChoices(
    ctx,
    bookingId: string,
    request: MultiDayRequest,
  ): Promise<PlanChoices | null> {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select(["serviceId", "durationMin", "bufferMin", "area", requiredSkills])
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return null;
    const days = await findOpenDays(ctx, request);
    if (!days) return { days: [], technicians: [] };
    const service = await loadServiceWithTimes(ctx, {
      serviceId: booking.serviceId,
      durationMin: booking.durationMin,
      bufferMin: booking.bufferMin,
    });
    const plannedVisits = await ctx.db
      .selectFrom("visits")
      .select(["id", "technicianId"])
      .where("bookingId", "=", bookingId)
      .where("state", "in", ["held", "scheduled"])
      .where("leadVisitId", "is", null)
      .execute();
    const excludedVisitIds = plannedVisits.map(({ id }) => id);
    const rosterOfDays = await loadRosterForDays(ctx, booking, service, {
      ...request,
      days,
      excludedVisitIds,
    });
    const technicians = rosterOfDays.roster.technicians.map((technician) => {
      const isCurrent = plannedVisits.some(({ technicianId }) => technicianId === technician.id);
      const { busyDays, warnings } = checkTechnician(ctx, technician, rosterOfDays, {
        area: booking.area,
        isCurrent,
      });
      return {
        id: technician.id,
        name: technician.name,
        free: busyDays.length === 0 && warnings.length === 0,
        busyDays,
        conflictText: warnings.length > 0 ? labelForConflicts(warnings) : null,
        skilled: technician.skilled && technician.active,
      };
    });
    return {
      days,
      technicians: technicians.sort(
        (a, b) =>
          Number(b.free) - Number(a.free) ||
          Number(b.skilled) - Number(a.skilled) ||
          a.busyDays.length - b.busyDays.length,
      ),
    };
  },
);
