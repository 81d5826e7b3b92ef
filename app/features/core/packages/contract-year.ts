import { addDays, daysBetween } from "~/platform/time";
import type { PlannedKind } from "./contract";

/** Days of a contract year (docs/domain.md, "Packages and contracts"). Days are Dubai's, money in fils. */

export interface ContractYear {
  startsOn: string;
  endsOn: string;
}

export function contractYearFrom(startsOn: string): ContractYear {
  const [year = 0, month = 0, day = 0] = startsOn.split("-").map(Number);
  // For 29 February the anniversary in a common year is 1 March.
  const after = new Date(Date.UTC(year + 1, month - 1, day)).toISOString().slice(0, 10);
  return { startsOn, endsOn: addDays(after, -1) };
}

export function daysInYear({ startsOn, endsOn }: ContractYear): number {
  return daysBetween(startsOn, endsOn) + 1;
}

/**
 * Share of a price for the days after `lastDay`, rounded to the nearest fils. This is the refund when a
 * contract ends on `lastDay`.
 */
export function unusedFils(fils: number, year: ContractYear, lastDay: string): number {
  const days = daysInYear(year);
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
 * Spreads the visits evenly over the year, with one AC service before summer. A visit on a closed or taken
 * day moves to the nearest free day, and to the later one of two equally near.
 */
export function planVisits(
  year: ContractYear,
  counts: Record<PlannedKind, number>,
  isOpen: (day: string) => boolean,
): PlannedVisit[] {
  const planned: PlannedVisit[] = [];
  const takenDays = new Set<string>();
  const addVisit = (kind: PlannedKind, target: string, isPreferred: (day: string) => boolean) => {
    const isFree = (day: string) => isOpen(day) && !takenDays.has(day) && isWithin(year, day);
    // Without an open day nearby, the office chooses another.
    const day =
      nearestDay(target, (day) => isFree(day) && isPreferred(day)) ?? nearestDay(target, isFree) ?? target;
    takenDays.add(day);
    planned.push({ kind, day });
  };
  for (const day of evenDays(year, counts["ac-visit"], springOffset(year, counts["ac-visit"]))) {
    addVisit("ac-visit", day, isSpring(day) ? isSpring : () => true);
  }
  for (const day of evenDays(year, counts.check, 0.5)) addVisit("check", day, () => true);
  return planned.sort((a, b) => a.day.localeCompare(b.day));
}

/** First days of `count` equal parts of the year, shifted by `offset` of a part. */
function evenDays(year: ContractYear, count: number, offset: number): string[] {
  const part = daysInYear(year) / count;
  return Array.from({ length: count }, (_, at) => addDays(year.startsOn, Math.floor((at + offset) * part)));
}

/** Offset nearest to the middle that puts one visit into spring. */
function springOffset(year: ContractYear, count: number): number {
  if (count === 0) return 0.5;
  const part = daysInYear(year) / count;
  const offsets = Array.from({ length: Math.floor(part) }, (_, days) => days / part).sort(
    (a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5),
  );
  return offsets.find((offset) => evenDays(year, count, offset).some(isSpring)) ?? 0.5;
}

function isWithin({ startsOn, endsOn }: ContractYear, day: string): boolean {
  return day >= startsOn && day <= endsOn;
}

const MAX_SHIFT_DAYS = 30;

function nearestDay(target: string, accepts: (day: string) => boolean): string | null {
  for (let distance = 0; distance <= MAX_SHIFT_DAYS; distance++) {
    if (accepts(addDays(target, distance))) return addDays(target, distance);
    if (accepts(addDays(target, -distance))) return addDays(target, -distance);
  }
  return null;
}
