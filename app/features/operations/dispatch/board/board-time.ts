import { dubaiInstant } from "~/platform/time";
import { travelMinutes } from "../../../core/geography/travel";
import type { BoardDay, BoardVisit } from "../views";

/** Minutes after Dubai midnight; negative on the day before, over 1440 on the day after. */

export const DAY_MIN = 24 * 60;

/** Grid of drags, in minutes. */
export const STEP_MIN = 15;

const DEFAULT_WORKING_HOURS = { fromMin: 8 * 60, toMin: 18 * 60 };

/** Width of a folded night, in hours. */
const FOLD_HOURS = 0.5;

/** Half-open. */
export interface Span {
  fromMin: number;
  toMin: number;
}

export function minuteOf(instant: string, day: string): number {
  return (Date.parse(instant) - dubaiInstant(day, "00:00").getTime()) / 60_000;
}

export function spanOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }, day: string): Span {
  return { fromMin: minuteOf(startsAt, day), toMin: minuteOf(endsAt, day) };
}

/** `HH:mm`, without the seconds of recorded times. */
export function clockOf(minute: number): string {
  const within = Math.floor(((minute % DAY_MIN) + DAY_MIN) % DAY_MIN);
  return `${String(Math.floor(within / 60)).padStart(2, "0")}:${String(within % 60).padStart(2, "0")}`;
}

export function minuteOfClock(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}

export function snap(minute: number): number {
  return Math.round(minute / STEP_MIN) * STEP_MIN;
}

/**
 * Time axis: working hours to scale, with folded nights before and after, so that night work takes no width
 * from the day.
 */
export interface Axis extends Span {
  /** Hours; 0 without a folded night. */
  before: number;
  after: number;
}

/** From the first start to the last end. `unfolded`: all 24 hours to scale. */
export function axisOf({ closed }: Pick<BoardDay, "closed">, unfolded: boolean): Axis {
  if (unfolded) return { fromMin: 0, toMin: DAY_MIN, before: 0, after: 0 };
  let { fromMin, toMin } = DEFAULT_WORKING_HOURS;
  for (const times of Object.values(closed)) {
    // Whole days off do not show working hours.
    if (times.some((time) => time.fromMin === 0 && time.toMin === DAY_MIN)) continue;
    fromMin = Math.min(fromMin, times.find((time) => time.fromMin === 0)?.toMin ?? 0);
    toMin = Math.max(toMin, times.findLast((time) => time.toMin === DAY_MIN)?.fromMin ?? DAY_MIN);
  }
  fromMin = Math.floor(fromMin / 60) * 60;
  toMin = Math.ceil(toMin / 60) * 60;
  return { fromMin, toMin, before: fromMin > 0 ? FOLD_HOURS : 0, after: toMin < DAY_MIN ? FOLD_HOURS : 0 };
}

/** Length of the axis in hours. */
export function lengthOf({ fromMin, toMin, before, after }: Axis): number {
  return before + (toMin - fromMin) / 60 + after;
}

/** Hours from the start of the axis. */
function hoursTo({ fromMin, toMin, before, after }: Axis, minute: number): number {
  if (minute < fromMin) return (Math.max(0, minute) / fromMin) * before;
  if (minute <= toMin) return before + (minute - fromMin) / 60;
  const night = (Math.min(DAY_MIN, minute) - toMin) / (DAY_MIN - toMin || 1);
  return before + (toMin - fromMin) / 60 + night * after;
}

/** Inverse of `along`; `share` from 0 to 1. */
export function minuteAt(axis: Axis, share: number): number {
  const { fromMin, toMin, before, after } = axis;
  const at = share * lengthOf(axis);
  const day = (toMin - fromMin) / 60;
  if (at < before) return (at / before) * fromMin;
  if (at <= before + day || after === 0) return fromMin + (at - before) * 60;
  return toMin + ((at - before - day) / after) * (DAY_MIN - toMin);
}

/** In percent; null outside the day. */
export function positionIn(axis: Axis, { fromMin, toMin }: Span): { start: number; size: number } | null {
  if (fromMin >= DAY_MIN || toMin <= 0 || fromMin >= toMin) return null;
  const start = hoursTo(axis, fromMin);
  const length = lengthOf(axis);
  return { start: (start / length) * 100, size: ((hoursTo(axis, toMin) - start) / length) * 100 };
}

/** By visit id: travel from the previous visit. */
export function travelBetweenVisits(
  visits: readonly BoardVisit[],
): Map<string, { area: string; minutes: number; tooLong: boolean }> {
  const travels = new Map<string, { area: string; minutes: number; tooLong: boolean }>();
  const inOrder = [...visits].sort((a, b) => a.startsAt.localeCompare(b.startsAt));
  for (const [index, visit] of inOrder.entries()) {
    const before = inOrder[index - 1];
    const minutes = before ? travelMinutes(before.area, visit.area) : null;
    if (!before || minutes === null) continue;
    const gap = (Date.parse(visit.startsAt) - Date.parse(before.endsAt)) / 60_000;
    travels.set(visit.id, { area: before.area, minutes, tooLong: gap < minutes });
  }
  return travels;
}
