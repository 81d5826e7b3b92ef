import type { Ctx } from "~/platform/context";
import { isOpenOn } from "../../../core/business/office-time";
import type { Service } from "../../../core/catalogue/queries.server";
import { getOpening } from "../../scheduling/queries.server";
import { loadRoster } from "../../scheduling/roster.server";
import {
  type Conflict,
  findPlacementWarnings,
  type Roster,
  type RosterTechnician,
  type TimeSlot,
  toTimeSlot,
} from "../../scheduling/slots";
import { openDaysFrom } from "./multi-day";

/** Open days from `day` on, each with work from `time` for `minutes` (Asia/Dubai). */
export interface MultiDayRequest {
  day: string;
  time: string;
  days: number;
  minutes: number;
}

/** Null if there are too few open days. */
export async function findOpenDays(
  ctx: Ctx,
  { day, days }: Pick<MultiDayRequest, "day" | "days">,
): Promise<string[] | null> {
  const opening = await getOpening(ctx);
  return openDaysFrom(day, days, (day) => isOpenOn(opening, day));
}

interface BookingWork {
  skills: readonly string[];
  area: string;
}

/** `excludedVisitIds`: visits that are about to move. */
export async function loadRosterForDays(
  ctx: Ctx,
  booking: BookingWork,
  service: Service,
  plan: { days: readonly string[]; time: string; minutes: number; excludedVisitIds: readonly string[] },
): Promise<{ roster: Roster; timeSlots: TimeSlot[] }> {
  const { days, time, minutes, excludedVisitIds } = plan;
  const roster = await loadRoster(ctx, {
    ...{ skills: booking.skills, from: days[0]!, to: days.at(-1)! },
    includeUnavailable: true,
    excludedVisitIds,
  });
  return {
    roster,
    timeSlots: days.map((day) => toTimeSlot({ ...service, durationMin: minutes }, day, time)),
  };
}

export function checkTechnician(
  ctx: Ctx,
  technician: RosterTechnician,
  { roster, timeSlots }: { roster: Roster; timeSlots: readonly TimeSlot[] },
  { area, isCurrent }: { area: string; isCurrent: boolean },
): { busyDays: string[]; warnings: Conflict[] } {
  const found = timeSlots.map((timeSlot) => ({
    day: timeSlot.day,
    conflicts: findPlacementWarnings(technician, roster, timeSlot, {
      ...{ area, now: ctx.now, emergency: false },
      currentTechnicianId: isCurrent ? technician.id : null,
    }),
  }));
  return {
    busyDays: found.filter(({ conflicts }) => conflicts.includes("busy")).map(({ day }) => day),
    warnings: [...new Set(found.flatMap(({ conflicts }) => conflicts))].filter(
      (conflict) => conflict !== "busy",
    ),
  };
}
