import { addDays } from "~/platform/time";
import type { VisitState } from "../booking";

/** Work of several days that are planned as one (docs/decisions/0054-days-of-a-plan.md). Pure; days are Dubai's. */

export const MAX_DAYS = 20;
/** So far after the first day its last one is looked for. */
const LOOK_AHEAD_DAYS = 90;

/** So many days on which somebody works, from a day on, in order; null: there are not as many. */
export function openDaysFrom(
  first: string,
  count: number,
  isOpen: (day: string) => boolean,
): string[] | null {
  const days: string[] = [];
  for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS && days.length < count; ahead++) {
    const day = addDays(first, ahead);
    if (isOpen(day)) days.push(day);
  }
  return days.length === count ? days : null;
}

/** A day of a plan; `from`: where it was, as far as it was anywhere. */
interface Moved {
  from: number | null;
  to: number;
}

/**
 * The days of a plan in an order in which each can be moved alone without meeting another of the same plan, as the database looks at
 * each change by itself: what comes earlier goes first, and what comes later begins with the last. They are given in order of time, before and after.
 */
export function orderWithoutOverlap<Day extends Moved>(days: readonly Day[]): Day[] {
  const earlier = days.filter(({ from, to }) => from !== null && to < from);
  const others = days.filter((day) => !earlier.includes(day));
  return [...earlier, ...others.reverse()];
}

interface PlannedVisit {
  multiDay: boolean;
  state: VisitState;
  startsAt: Date;
}

/** Whether it is one of the days that a plan consists of. */
export function isMultiDayVisit({ multiDay, state }: Pick<PlannedVisit, "multiDay" | "state">): boolean {
  return multiDay && state !== "cancelled" && state !== "no_access";
}

/** The days of a plan in order; none where the work takes one. */
export function multiDayVisits<Visit extends PlannedVisit>(visits: readonly Visit[]): Visit[] {
  const days = visits.filter(isMultiDayVisit).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return days.length > 1 ? days : [];
}

/** From when a customer's cut-off counts: of a plan it is its first day that was agreed. */
export function jobStart<Visit extends PlannedVisit>(
  visits: readonly Visit[],
  next: { startsAt: Date } | null | undefined,
): Date | undefined {
  return multiDayVisits(visits)[0]?.startsAt ?? next?.startsAt;
}

/** A visit as it was before its booking was planned, as the timeline keeps it to undo the plan. */
export interface VisitSnapshot {
  id: string;
  technicianId: string | null;
  startsAt: string;
  endsAt: string;
  crewSize: number;
  multiDay: boolean;
  /** The helpers: timelines have kept them by this name since before they were called that. */
  helpers: readonly { id: string; technicianId: string }[];
}

export function snapshotVisit(
  visit: Omit<VisitSnapshot, "startsAt" | "endsAt"> & {
    startsAt: Date;
    endsAt: Date;
  },
): VisitSnapshot {
  const { id, technicianId, startsAt, endsAt, crewSize, multiDay, helpers } = visit;
  return {
    ...{ id, technicianId, crewSize, multiDay, helpers },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}
