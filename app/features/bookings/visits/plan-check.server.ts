import type { Ctx } from "~/platform/context";
import { isOpenOn } from "../../business/office-time";
import type { Service } from "../../catalogue/queries.server";
import { getOpening } from "../../scheduling/queries.server";
import { loadRoster } from "../../scheduling/roster.server";
import {
  type Obstacle,
  type Place,
  placeOf,
  type Roster,
  type RosterTechnician,
  warningsFor,
} from "../../scheduling/slots";
import { openDaysFrom } from "./plan";

/** When the days of a plan are: so many from the first on that somebody works on, each from `time` for so long. Dubai's. */
export interface WantedDays {
  day: string;
  time: string;
  days: number;
  minutes: number;
}

/** The days themselves; null: there are not as many. */
export async function findOpenDays(
  ctx: Ctx,
  { day, days }: Pick<WantedDays, "day" | "days">,
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
): Promise<{ roster: Roster; places: Place[] }> {
  const { days, time, minutes, except } = wanted;
  const roster = await loadRoster(ctx, {
    ...{ skills: booking.skills, from: days[0]!, to: days.at(-1)! },
    everybody: true,
    exceptVisits: except,
  });
  return { roster, places: days.map((day) => placeOf({ ...service, durationMin: minutes }, day, time)) };
}

/** What stands against somebody: the days that are taken, and whatever may be overruled with a reason. */
export function lookAt(
  ctx: Ctx,
  technician: RosterTechnician,
  { roster, places }: { roster: Roster; places: readonly Place[] },
  { area, sentBefore }: { area: string; sentBefore: boolean },
): { takenOn: string[]; warnings: Obstacle[] } {
  const found = places.map((place) => ({
    day: place.day,
    obstacles: warningsFor(technician, roster, place, {
      ...{ area, now: ctx.now, emergency: false },
      sentBefore: sentBefore ? technician.id : null,
    }),
  }));
  return {
    takenOn: found.filter(({ obstacles }) => obstacles.includes("busy")).map(({ day }) => day),
    warnings: [...new Set(found.flatMap(({ obstacles }) => obstacles))].filter((one) => one !== "busy"),
  };
}
