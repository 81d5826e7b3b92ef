import type { Ctx } from "~/platform/context";
import { isOpenOn } from "../../business/office-time";
import type { Service } from "../../catalogue/queries.server";
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

/** When the days of a plan are: so many from the first on that somebody works on, each from `time` for so long. Dubai's. */
export interface MultiDayRequest {
  day: string;
  time: string;
  days: number;
  minutes: number;
}

/** The days themselves; null: there are not as many. */
export async function findOpenDays(
  ctx: Ctx,
  { day, days }: Pick<MultiDayRequest, "day" | "days">,
): Promise<string[] | null> {
  const opening = await getOpening(ctx);
  return openDaysFrom(day, days, (day) => isOpenOn(opening, day));
}

interface PlannedBooking {
  skills: readonly string[];
  area: string;
}

/** Who works then, and when the work is on each day. `except`: the visits that are to be moved. */
export async function loadDays(
  ctx: Ctx,
  booking: PlannedBooking,
  service: Service,
  wanted: { days: readonly string[]; time: string; minutes: number; except: readonly string[] },
): Promise<{ roster: Roster; timeSlots: TimeSlot[] }> {
  const { days, time, minutes, except } = wanted;
  const roster = await loadRoster(ctx, {
    ...{ skills: booking.skills, from: days[0]!, to: days.at(-1)! },
    includeUnavailable: true,
    excludedVisitIds: except,
  });
  return {
    roster,
    timeSlots: days.map((day) => toTimeSlot({ ...service, durationMin: minutes }, day, time)),
  };
}

/** What stands against somebody: the days that are taken, and whatever may be overruled with a reason. */
export function lookAt(
  ctx: Ctx,
  technician: RosterTechnician,
  { roster, timeSlots }: { roster: Roster; timeSlots: readonly TimeSlot[] },
  { area, currentTechnicianId }: { area: string; currentTechnicianId: boolean },
): { takenOn: string[]; warnings: Conflict[] } {
  const found = timeSlots.map((timeSlot) => ({
    day: timeSlot.day,
    conflicts: findPlacementWarnings(technician, roster, timeSlot, {
      ...{ area, now: ctx.now, emergency: false },
      currentTechnicianId: currentTechnicianId ? technician.id : null,
    }),
  }));
  return {
    takenOn: found.filter(({ conflicts }) => conflicts.includes("busy")).map(({ day }) => day),
    warnings: [...new Set(found.flatMap(({ conflicts }) => conflicts))].filter((one) => one !== "busy"),
  };
}
