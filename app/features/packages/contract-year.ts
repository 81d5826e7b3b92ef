import { addDays, daysBetween } from "~/platform/time";
import type { PlannedKind } from "./contract";

/**
 * Days of a contract year: pure (docs/domain.md, "Packages and contracts"). Days are Dubai's, money in fils.
 */

export interface Year {
  startsOn: string;
  /** Last day, included. */
  endsOn: string;
}

/** Year from a day to the day before its anniversary. */
export function yearFrom(startsOn: string): Year {
  const [year = 0, month = 0, day = 0] = startsOn.split("-").map(Number);
  // For 29 February the anniversary in a common year is 1 March.
  const after = new Date(Date.UTC(year + 1, month - 1, day)).toISOString().slice(0, 10);
  return { startsOn, endsOn: addDays(after, -1) };
}

export function lengthOf({ startsOn, endsOn }: Year): number {
  return daysBetween(startsOn, endsOn) + 1;
}

/**
 * Share of a price for the days after `lastDay`, rounded to the nearest fils: the refund of a contract that
 * ends there.
 */
export function unusedFils(fils: number, year: Year, lastDay: string): number {
  const days = lengthOf(year);
  const used = Math.min(Math.max(daysBetween(year.startsOn, lastDay) + 1, 0), days);
  return fils - Math.round((fils * used) / days);
}

/** Months before the heat, so that a serviced AC lasts the summer. */
const SPRING = { from: "04-01", to: "05-31" };

export function isSpring(day: string): boolean {
  const monthAndDay = day.slice(5);
  return monthAndDay >= SPRING.from && monthAndDay <= SPRING.to;
}

export interface PlannedVisit {
  kind: PlannedKind;
  day: string;
}

/**
 * Spreads the visits evenly over the year by day, with one AC service before summer. A closed day (`isOpen`),
 * or one with another visit, moves to the nearest free day; of two equally near, to the later.
 */
export function planVisits(
  year: Year,
  counts: Record<PlannedKind, number>,
  isOpen: (day: string) => boolean,
): PlannedVisit[] {
  const planned: PlannedVisit[] = [];
  const taken = new Set<string>();
  const place = (kind: PlannedKind, wanted: string, mayBe: (day: string) => boolean) => {
    const free = (day: string) => isOpen(day) && !taken.has(day) && isWithin(year, day);
    // Without an open day nearby, the office chooses another.
    const day = nearest(wanted, (day) => free(day) && mayBe(day)) ?? nearest(wanted, free) ?? wanted;
    taken.add(day);
    planned.push({ kind, day });
  };
  for (const day of evenDays(year, counts["ac-visit"], springOffset(year, counts["ac-visit"]))) {
    place("ac-visit", day, isSpring(day) ? isSpring : () => true);
  }
  for (const day of evenDays(year, counts.check, 0.5)) place("check", day, () => true);
  return planned.sort((a, b) => a.day.localeCompare(b.day));
}

/** First days of `count` equal parts of the year, shifted by `offset` of a part. */
function evenDays(year: Year, count: number, offset: number): string[] {
  const part = lengthOf(year) / count;
  return Array.from({ length: count }, (_, at) => addDays(year.startsOn, Math.floor((at + offset) * part)));
}

/** Offset, as near to the middle as possible, that puts one visit into spring. */
function springOffset(year: Year, count: number): number {
  if (count === 0) return 0.5;
  const part = lengthOf(year) / count;
  const offsets = Array.from({ length: Math.floor(part) }, (_, days) => days / part).sort(
    (a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5),
  );
  return offsets.find((offset) => evenDays(year, count, offset).some(isSpring)) ?? 0.5;
}

function isWithin({ startsOn, endsOn }: Year, day: string): boolean {
  return day >= startsOn && day <= endsOn;
}

const FURTHEST = 30;

function nearest(wanted: string, suits: (day: string) => boolean): string | null {
  for (let away = 0; away <= FURTHEST; away++) {
    if (suits(addDays(wanted, away))) return addDays(wanted, away);
    if (suits(addDays(wanted, -away))) return addDays(wanted, -away);
  }
  return null;
}
