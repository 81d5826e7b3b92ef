import { firstDayOfMonth, shiftPeriod } from "~/platform/months";
import { addDays, daysBetween } from "~/platform/time";

/** Range of Dubai days, first and last included. */
export interface Range {
  from: string;
  to: string;
}

export const presets = ["today", "7-days", "30-days", "month", "last-month", "year", "own"] as const;
export type Preset = (typeof presets)[number];

/** Comparison periods: the days before, or the same days of last year. */
export const comparisonPeriods = ["before", "year"] as const;
export type ComparisonPeriod = (typeof comparisonPeriods)[number];

/** Maximum range in days, about ten years. */
export const MAX_RANGE = 3_700;
/** Ranges up to this many days are drawn by day, longer ones by month. */
const DRAWN_BY_DAY = 92;

export function presetRange(preset: Exclude<Preset, "own">, today: string): Range {
  const month = firstDayOfMonth(today);
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "7-days":
      return { from: addDays(today, -6), to: today };
    case "30-days":
      return { from: addDays(today, -29), to: today };
    case "month":
      return { from: month, to: today };
    case "last-month": {
      const to = addDays(month, -1);
      return { from: firstDayOfMonth(to), to };
    }
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

/**
 * Comparison period of a range: a whole month with the month before; the first days of a month or year with
 * the same days of the one before; any other range with as many days before. A year before 29 February is the
 * 28th.
 */
export function comparisonRange(range: Range, against: ComparisonPeriod): Range {
  const { from, to } = range;
  if (against === "year") return shiftPeriod(range, -12);
  if (from.endsWith("-01-01") && to.slice(0, 4) === from.slice(0, 4) && to.slice(5, 7) !== "01")
    return shiftPeriod(range, -12);
  if (from.endsWith("-01") && to.slice(0, 7) === from.slice(0, 7) && to !== from)
    return shiftPeriod(range, -1);
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

/** Time span of each point in a chart. */
export function chartStep({ from, to }: Range): "day" | "month" {
  return daysBetween(from, to) < DRAWN_BY_DAY ? "day" : "month";
}

/** First day of each step; partial months use their own first day. */
export function listChartSteps(range: Range): string[] {
  const steps: string[] = [];
  if (chartStep(range) === "day") {
    for (let day = range.from; day <= range.to; day = addDays(day, 1)) steps.push(day);
  } else {
    for (let month = firstDayOfMonth(range.from); month <= range.to; month = nextMonth(month))
      steps.push(month);
  }
  return steps;
}

/** Days of a step within the range. */
export function daysOfStep(step: string, range: Range): Range {
  if (chartStep(range) === "day") return { from: step, to: step };
  const end = addDays(nextMonth(step), -1);
  return { from: step < range.from ? range.from : step, to: end > range.to ? range.to : end };
}

/** Whole months of a range (`from` to the day before `until`) and the days around them. */
export function partsOf({ from, to }: Range): {
  months: { from: string; until: string } | null;
  days: Range[];
} {
  const first = from.endsWith("-01") ? from : nextMonth(firstDayOfMonth(from));
  const until = firstDayOfMonth(addDays(to, 1));
  if (first >= until) return { months: null, days: [{ from, to }] };
  const around = [
    { from, to: addDays(first, -1) },
    { from: until, to },
  ];
  return { months: { from: first, until }, days: around.filter(({ from, to }) => from <= to) };
}

function nextMonth(first: string): string {
  return firstDayOfMonth(addDays(first, 31));
}
