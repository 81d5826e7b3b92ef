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
export function inSafeOrder<Day extends Moved>(days: readonly Day[]): Day[] {
  const earlier = days.filter(({ from, to }) => from !== null && to < from);
  const others = days.filter((day) => !earlier.includes(day));
  return [...earlier, ...others.reverse()];
}

interface PlannedVisit {
  ofPlan: boolean;
  state: VisitState;
  startsAt: Date;
}

/** Whether it is one of the days that a plan consists of. */
export function isOfPlan({ ofPlan, state }: Pick<PlannedVisit, "ofPlan" | "state">): boolean {
  return ofPlan && state !== "cancelled" && state !== "no_access";
}

/** The days of a plan in order; none where the work takes one. */
export function daysOfPlan<Visit extends PlannedVisit>(visits: readonly Visit[]): Visit[] {
  const days = visits.filter(isOfPlan).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return days.length > 1 ? days : [];
}

/** From when a customer's cut-off counts: of a plan it is its first day that was agreed. */
export function startOfAll<Visit extends PlannedVisit>(
  visits: readonly Visit[],
  next: { startsAt: Date } | null | undefined,
): Date | undefined {
  return daysOfPlan(visits)[0]?.startsAt ?? next?.startsAt;
}

/** A visit as it was before its booking was planned, as the timeline keeps it to undo the plan. */
export interface DayBefore {
  id: string;
  technicianId: string | null;
  startsAt: string;
  endsAt: string;
  hands: number;
  ofPlan: boolean;
  /** The helpers: timelines have kept them by this name since before they were called that. */
  beside: readonly { id: string; technicianId: string }[];
}

export function dayBefore(
  visit: Omit<DayBefore, "startsAt" | "endsAt" | "beside"> & {
    startsAt: Date;
    endsAt: Date;
    helpers: DayBefore["beside"];
  },
): DayBefore {
  const { id, technicianId, startsAt, endsAt, hands, ofPlan, helpers } = visit;
  return {
    ...{ id, technicianId, hands, ofPlan, beside: helpers },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}
