import { addDays, daysBetween } from "~/platform/time";
import type { PlannedKind } from "./contract";

/** The days of a contract's year: pure (docs/domain.md, "Packages and contracts"). Days are Dubai's, money is AED in fils. */

export interface Year {
  startsOn: string;
  /** Its last day. */
  endsOn: string;
}

/** A year from a day on: to the day before the same day a year later. */
export function yearFrom(startsOn: string): Year {
  const [year = 0, month = 0, day = 0] = startsOn.split("-").map(Number);
  // The day after 28 February is that of a 29th in a year without one.
  const after = new Date(Date.UTC(year + 1, month - 1, day)).toISOString().slice(0, 10);
  return { startsOn, endsOn: addDays(after, -1) };
}

export function lengthOf({ startsOn, endsOn }: Year): number {
  return daysBetween(startsOn, endsOn) + 1;
}

/** What of a price belongs to the days after `lastDay`, to the nearest fil: what is given back when a contract ends there. */
export function unusedFils(fils: number, year: Year, lastDay: string): number {
  const days = lengthOf(year);
  const used = Math.min(Math.max(daysBetween(year.startsOn, lastDay) + 1, 0), days);
  return fils - Math.round((fils * used) / days);
}

/** Before the heat: an AC that is serviced in these months works through the summer. */
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
 * Spreads the visits evenly over the year, in the order of their days. One AC service falls before the summer's rush. A day that is not
 * open (`isOpen`), or has a visit of the contract already, gives way to the nearest that is; of two equally near, the later.
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
    // Where nothing is open near it, somebody of the office finds another day.
    const day = nearest(wanted, (day) => free(day) && mayBe(day)) ?? nearest(wanted, free) ?? wanted;
    taken.add(day);
    planned.push({ kind, day });
  };
  for (const day of spread(year, counts["ac-visit"], springOffset(year, counts["ac-visit"]))) {
    place("ac-visit", day, isSpring(day) ? isSpring : () => true);
  }
  for (const day of spread(year, counts.check, 0.5)) place("check", day, () => true);
  return planned.sort((a, b) => a.day.localeCompare(b.day));
}

/** The first days of `count` equal parts of the year, each by `offset` of such a part later. */
function spread(year: Year, count: number, offset: number): string[] {
  const part = lengthOf(year) / count;
  return Array.from({ length: count }, (_, at) => addDays(year.startsOn, Math.floor((at + offset) * part)));
}

/** By how much of a part the visits begin after its first day: the nearest to its middle that brings one into spring. */
function springOffset(year: Year, count: number): number {
  if (count === 0) return 0.5;
  const part = lengthOf(year) / count;
  const offsets = Array.from({ length: Math.floor(part) }, (_, days) => days / part).sort(
    (a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5),
  );
  return offsets.find((offset) => spread(year, count, offset).some(isSpring)) ?? 0.5;
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
