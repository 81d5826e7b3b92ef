import { addDays, dubaiDate, weekdayOf } from "../../app/platform/time";
import { publicHolidays } from "../../db/seed/catalogue";

/*
 * Days for tests, chosen by the sample's shifts and public holidays. They depend on today's date alone, so
 * that test/e2e-days.test.ts can check all dates.
 */

const TUESDAY = 2;
const SUNDAY = 7;
const WEEK = 7;

/** Today in Dubai. Fixed per worker, because a test that passes midnight must keep its days. */
const TODAY = dubaiDate(new Date());

/** First `openDay` without sample visits, in days ahead. */
const FIRST_QUIET_DAY = 20;

/** True if all technicians of the sample work at standard prices: no Sunday, no public holiday. */
export function isOpenDay(day: string): boolean {
  return weekdayOf(day) !== SUNDAY && !isHoliday(day);
}

function isHoliday(day: string): boolean {
  return publicHolidays.some((holiday) => holiday.day === day);
}

/** The first open day that is at least `daysAhead` days ahead. */
export function openDay(daysAhead: number, today = TODAY): string {
  return openDayFrom(addDays(today, daysAhead));
}

/** `day` itself, or the first open day after it. */
export function openDayFrom(day: string): string {
  return isOpenDay(day) ? day : openDayFrom(addDays(day, 1));
}

/**
 * A Tuesday after the last sample visit, followed by two open days. Different multiples of 7 give different weeks, because
 * a week with a holiday moves all later ones.
 */
export function quietDay(daysAhead: number, today = TODAY): string {
  const isQuiet = (day: string) => [0, 1, 2].every((after) => isOpenDay(addDays(day, after)));
  return nthDay(
    { weekday: TUESDAY, from: addDays(today, FIRST_QUIET_DAY), accepts: isQuiet },
    daysAhead - FIRST_QUIET_DAY,
  );
}

/** A Sunday without a public holiday: some technicians work, at higher prices. Different numbers of weeks give different days. */
export function regularSunday(weeks: number, today = TODAY): string {
  const isRegularSunday = (day: string) => !isHoliday(day);
  return nthDay(
    { weekday: SUNDAY, from: addDays(today, 2 * WEEK), accepts: isRegularSunday },
    (weeks - 2) * WEEK,
  );
}

/** The first accepted day of the week, or the next one for each started week of `days`. */
function nthDay(
  { weekday, from, accepts }: { weekday: number; from: string; accepts: (day: string) => boolean },
  days: number,
): string {
  let day = addDays(from, (weekday - weekdayOf(from) + WEEK) % WEEK);
  for (let left = Math.ceil(days / WEEK); left > 0 || !accepts(day); day = addDays(day, WEEK)) {
    if (accepts(day)) left--;
  }
  return day;
}
