import { m } from "~/paraglide/messages";
import { formatDay, formatTime } from "~/platform/time";
import type { Rhythm } from "./rhythm";
import type { PlaceInSeries, SeriesView, SeriesVisit } from "./views";

/** The catalogue's words for what the rules answer in codes. */

const words: Record<Rhythm, () => string> = {
  monthly: m.series_monthly,
  quarterly: m.series_quarterly,
  "twice-yearly": m.series_twice_yearly,
};

export function labelForRhythm(rhythm: Rhythm): string {
  return words[rhythm]();
}

/** Which visit of a series a booking is. */
export function labelForPlace({ number, rhythm }: NonNullable<PlaceInSeries>): string {
  return m.series_visit_of({ number, rhythm: labelForRhythm(rhythm) });
}

/** When a visit of a series is, as far as that is fixed. */
export function whenOfVisit({ startsAt, day }: SeriesVisit): string {
  if (startsAt) return formatTime(startsAt, "dateTime");
  return day ? formatDay(day) : m.series_no_day();
}

const OVER: readonly SeriesVisit["state"][] = ["work_done", "completed", "closed"];

/** The visits that are still to be made. */
export function visitsAhead({ visits }: SeriesView): SeriesVisit[] {
  return visits.filter(({ state }) => !OVER.includes(state));
}
