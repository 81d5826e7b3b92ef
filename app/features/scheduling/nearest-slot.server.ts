import type { Ctx } from "~/platform/context";
import { addDays, daysBetween, dubaiDate } from "~/platform/time";
import { isOpenOn, type Opening } from "../business/office-time";
import { loadRoster } from "./roster.server";
import { listSlots, type Roster } from "./slots";

/** How far from its day a visit may go to find somebody who is free. */
const NEAR_DAYS = 4;
/** The time that suits most homes; of a day the nearest after it is taken. */
export const DEFAULT_TIME = "10:00";

interface NearestSlotQuery {
  service: { id: string; durationMin: number; bufferMin: number; outdoor: boolean };
  /** What whoever comes has to be trained for; without it, the service alone. */
  skills?: readonly string[];
  day: string;
  /** None: the usual one. */
  time?: string;
  opening: Opening;
  /** The days that it has to stay within. */
  within?: { from: string; to: string };
  /** The visits that are to be moved: they do not stand in their own way. */
  excludedVisitIds?: readonly string[];
  /** The technician who is asked for: a time of theirs first, then anybody's. */
  preferredTechnicianId?: string | null;
}

/** A time on a day, or as near to it as somebody is free, from tomorrow on; of two days equally near, the earlier. Null: nobody is free. */
export async function findNearestSlot(
  ctx: Ctx,
  {
    service,
    skills = [service.id],
    day,
    time: preferredTime = DEFAULT_TIME,
    opening,
    within,
    excludedVisitIds,
    preferredTechnicianId,
  }: NearestSlotQuery,
): Promise<{ day: string; time: string } | null> {
  const earliest = addDays(dubaiDate(ctx.now), 1);
  const from = [addDays(day, -NEAR_DAYS), earliest, ...(within ? [within.from] : [])].sort().at(-1)!;
  const to = [addDays(day, NEAR_DAYS), ...(within ? [within.to] : [])].sort()[0]!;
  if (from > to) return null;
  const roster = await loadRoster(ctx, { skills, from, to, excludedVisitIds });
  const findNearestIn = (roster: Roster) => {
    const nearest = listSlots(roster, service, from, to, ctx.now)
      .map(({ date, slots }) => ({
        date,
        times: slots.filter(({ free }) => free > 0).map(({ time }) => time),
      }))
      .filter(({ date, times }) => times.length > 0 && isOpenOn(opening, date))
      .sort((a, b) => Math.abs(daysBetween(day, a.date)) - Math.abs(daysBetween(day, b.date)))[0];
    if (!nearest) return null;
    return {
      day: nearest.date,
      time: nearest.times.find((time) => time >= preferredTime) ?? nearest.times.at(-1)!,
    };
  };
  const preferredTechnicians = roster.technicians.filter(({ id }) => id === preferredTechnicianId);
  return (
    (preferredTechnicians.length > 0 && findNearestIn({ ...roster, technicians: preferredTechnicians })) ||
    findNearestIn(roster)
  );
}
