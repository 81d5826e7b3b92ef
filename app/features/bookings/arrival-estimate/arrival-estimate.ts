import { addMinutes, dubaiDate } from "~/platform/time";
import { travelMinutes } from "../../geography/travel";

/** When whoever is on the way should be there (docs/domain.md, "Bookings", "On the way"). Pure. */

export interface Departure {
  departedAt: Date;
  /** When the visit was planned to begin. */
  startsAt: Date;
  area: string;
  /** Where the same technician was last, and until when; null where that is not known. */
  before: { area: string; endedAt: Date } | null;
  /** The areas that the technician usually comes from. */
  zones: readonly string[];
  /** What the business takes where nobody knows from where, in minutes. */
  defaultMin: number;
}

/**
 * From where he last worked that day, by the usual way between the two areas. From elsewhere nobody knows whether he sets out
 * early or late: by the usual way from his zones, otherwise by the business's own, and never before the planned beginning.
 */
export function expectedArrival({ departedAt, startsAt, area, before, zones, defaultMin }: Departure): Date {
  const onThatDay = before !== null && dubaiDate(before.endedAt) === dubaiDate(departedAt);
  const fromThere = onThatDay ? travelMinutes(before.area, area) : null;
  if (fromThere !== null) return addMinutes(departedAt, fromThere);
  const guessed = addMinutes(departedAt, wayFromZones(zones, area) ?? defaultMin);
  return guessed > startsAt ? guessed : startsAt;
}

/** The one in the middle, of those that are on the map. */
function wayFromZones(zones: readonly string[], area: string): number | null {
  const ways = zones.flatMap((zone) => travelMinutes(zone, area) ?? []).sort((a, b) => a - b);
  return ways[Math.floor(ways.length / 2)] ?? null;
}

/** Whoever should be there by now takes a quarter of an hour more, as far as anybody knows, and then another one. */
const OVERRUN_MIN = 15;
/** Who should have been there so long ago is somewhere else, or forgot to say so. */
const STALE_AFTER_MIN = 60;

/** What was expected, as it is to be expected now; null: nobody can tell any more. */
export function reviseExpectedArrival(expected: Date, now: Date): Date | null {
  const lateMs = now.getTime() - expected.getTime();
  if (lateMs < 0) return expected;
  if (lateMs >= STALE_AFTER_MIN * 60_000) return null;
  return addMinutes(expected, (Math.floor(lateMs / (OVERRUN_MIN * 60_000)) + 1) * OVERRUN_MIN);
}
