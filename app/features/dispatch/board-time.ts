import { dubaiInstant } from "~/platform/time";
import { travelMinutes } from "../customers/travel";
import type { Board, BoardVisit } from "./views";

/** The board's time is minutes after a Dubai day's midnight: what lies before is negative, what lies after over 1440. */

export const DAY_MIN = 24 * 60;

/** Whatever is dragged comes to lie on a quarter of an hour. */
export const STEP_MIN = 15;

/** Shown even where nobody is planned. */
const LEAST_SHOWN = { fromMin: 7 * 60, toMin: 21 * 60 };

/** Half open, as a visit is. */
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

/** `HH:mm` of a minute of the day. What really happened has seconds, too: they are left out. */
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

/** When a visit is, wherever it is drawn. Instants in UTC. */
export type Planned = Pick<BoardVisit, "id" | "technicianId" | "startsAt" | "endsAt" | "bufferMin">;

/** The hours that a day's board shows: working hours, and whatever else there is a visit in. */
export function shownSpan(visits: readonly Planned[], day: string): Span {
  const spans = visits.map((visit) => spanOf(visit, day));
  const fromMin = Math.min(LEAST_SHOWN.fromMin, ...spans.map((span) => span.fromMin));
  const toMin = Math.max(LEAST_SHOWN.toMin, ...spans.map((span) => span.toMin));
  return {
    fromMin: Math.max(0, Math.floor(fromMin / 60) * 60),
    toMin: Math.min(DAY_MIN, Math.ceil(toMin / 60) * 60),
  };
}

/** Where something lies within what is shown, in percent; null when it lies outside. */
export function placeIn(shown: Span, { fromMin, toMin }: Span): { start: number; size: number } | null {
  const length = shown.toMin - shown.fromMin;
  const from = Math.max(fromMin, shown.fromMin);
  const to = Math.min(toMin, shown.toMin);
  if (from >= to) return null;
  return { start: ((from - shown.fromMin) / length) * 100, size: ((to - from) / length) * 100 };
}

/** How the ways between a technician's visits fit: by visit, the minutes from the one before and whether they are there. */
export function waysBetween(
  visits: readonly BoardVisit[],
): Map<string, { area: string; minutes: number; tooLong: boolean }> {
  const ways = new Map<string, { area: string; minutes: number; tooLong: boolean }>();
  const inOrder = [...visits].sort((a, b) => a.startsAt.localeCompare(b.startsAt));
  for (const [index, visit] of inOrder.entries()) {
    const before = inOrder[index - 1];
    const minutes = before ? travelMinutes(before.area, visit.area) : null;
    if (!before || minutes === null) continue;
    const gap = (Date.parse(visit.startsAt) - Date.parse(before.endsAt)) / 60_000;
    ways.set(visit.id, { area: before.area, minutes, tooLong: gap < minutes });
  }
  return ways;
}

/** What a dispatcher is told while still dragging; the server has the last word. */
export type Verdict = "free" | "closed" | "busy";

export function verdictFor(
  board: { visits: readonly Planned[]; days: Board["days"] },
  day: string,
  visit: { id: string | null; technicianId: string; bufferMin: number } & Span,
): Verdict {
  const until = visit.toMin + visit.bufferMin;
  const overlaps = ({ fromMin, toMin }: Span) => fromMin < until && visit.fromMin < toMin;
  const taken = board.visits.some((other) => {
    if (other.technicianId !== visit.technicianId || other.id === visit.id) return false;
    const span = spanOf(other, day);
    return overlaps({ ...span, toMin: span.toMin + other.bufferMin });
  });
  if (taken) return "busy";
  const closed = board.days.find((one) => one.day === day)?.closed[visit.technicianId] ?? [];
  return closed.some(overlaps) ? "closed" : "free";
}
