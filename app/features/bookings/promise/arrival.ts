import { addMinutes, dubaiDate } from "~/platform/time";
import { travelMinutes } from "../../customers/travel";

/** When whoever is on the way should be there. Pure. */

export interface Departure {
  departedAt: Date;
  /** When the visit was planned to begin. */
  startsAt: Date;
  area: string;
  /** Where the same technician was last, and until when; null where that is not known. */
  before: { area: string; endedAt: Date } | null;
}

/**
 * From where he last worked that day, by the usual way between the two areas; from elsewhere, the planned beginning, for as
 * long as that was still ahead when he set out. Null: nobody can tell.
 */
export function expectedArrival({ departedAt, startsAt, area, before }: Departure): Date | null {
  const onThatDay = before !== null && dubaiDate(before.endedAt) === dubaiDate(departedAt);
  const minutes = onThatDay ? travelMinutes(before.area, area) : null;
  if (minutes !== null) return addMinutes(departedAt, minutes);
  return startsAt > departedAt ? startsAt : null;
}
