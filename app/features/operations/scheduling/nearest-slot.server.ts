import type { Ctx } from "~/platform/context";
import { addDays, daysBetween, dubaiDate } from "~/platform/time";
import { isOpenOn, type Opening } from "../../core/business/office-time";
import { loadRoster } from "./roster.server";
import { listSlots, type Roster } from "./slots";

/** Search radius in days. */
const NEAR_DAYS = 4;
export const DEFAULT_TIME = "10:00";

interface NearestSlotQuery {
  service: { id: string; durationMin: number; bufferMin: number; outdoor: boolean };
  /** Default: the service itself. */
  skills?: readonly string[];
  day: string;
  time?: string;
  opening: Opening;
  within?: { from: string; to: string };
  /** Visits that are being moved, excluded so that they do not block themselves. */
  excludedVisitIds?: readonly string[];
  /** Searched first, then all technicians. */
  preferredTechnicianId?: string | null;
}

/**
 * Free slot nearest to the day, from tomorrow on; the earlier of two equally near days. Null if none is free.
 */
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
