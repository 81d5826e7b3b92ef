import { addMinutes, dubaiDate } from "~/platform/time";
import { travelMinutes } from "../../../core/geography/travel";

/** Estimates a technician's arrival (docs/domain.md, "Bookings", "On the way"). Pure. */

export interface Departure {
  departedAt: Date;
  startsAt: Date;
  area: string;
  before: { area: string; endedAt: Date } | null;
  zones: readonly string[];
  /** Default travel time in minutes (a setting). */
  defaultMin: number;
}

/**
 * Counts from the technician's last visit that day. Otherwise from their zones or by default, and not before
 * the planned start, because they may have departed early.
 */
export function expectedArrival({ departedAt, startsAt, area, before, zones, defaultMin }: Departure): Date {
  const onThatDay = before !== null && dubaiDate(before.endedAt) === dubaiDate(departedAt);
  const travelMin = onThatDay ? travelMinutes(before.area, area) : null;
  if (travelMin !== null) return addMinutes(departedAt, travelMin);
  const estimate = addMinutes(departedAt, travelFromZones(zones, area) ?? defaultMin);
  return estimate > startsAt ? estimate : startsAt;
}

/** Latest departure for the planned start: from the visit before it that day, otherwise from the technician's zones. */
export function departureFor({
  startsAt,
  area,
  areaBefore,
  zones,
  defaultMin,
}: Pick<Departure, "startsAt" | "area" | "zones" | "defaultMin"> & { areaBefore: string | null }): Date {
  const travelMin = areaBefore === null ? null : travelMinutes(areaBefore, area);
  return addMinutes(startsAt, -(travelMin ?? travelFromZones(zones, area) ?? defaultMin));
}

function travelFromZones(zones: readonly string[], area: string): number | null {
  const travelTimes = zones.flatMap((zone) => travelMinutes(zone, area) ?? []).sort((a, b) => a - b);
  return travelTimes[Math.floor(travelTimes.length / 2)] ?? null;
}

/** Step by which a passed estimate moves. */
const OVERRUN_MIN = 15;
/** After this time the technician has probably forgotten to report the arrival. */
const STALE_AFTER_MIN = 60;

export function reviseExpectedArrival(expected: Date, now: Date): Date | null {
  const lateMs = now.getTime() - expected.getTime();
  if (lateMs < 0) return expected;
  if (lateMs >= STALE_AFTER_MIN * 60_000) return null;
  return addMinutes(expected, (Math.floor(lateMs / (OVERRUN_MIN * 60_000)) + 1) * OVERRUN_MIN);
}
