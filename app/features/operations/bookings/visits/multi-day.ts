import { addDays } from "~/platform/time";
import { workDays } from "../../../core/pricing/work-time";
import type { VisitState } from "../booking";

/** Multi-day jobs (docs/decisions/0052-crews-and-multi-day-jobs.md). Pure; days are Dubai's. */

/** Search horizon after the first day. */
const LOOK_AHEAD_DAYS = 90;

/** Null if there are too few open days within the horizon. */
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

/** `from`: previous start; null for a new day. */
interface MovedDay {
  from: number | null;
  to: number;
}

/**
 * Orders moves so that no day overlaps another one of the job, because the database checks each change alone:
 * earlier moves first, then the others from the last. Input is sorted by time.
 */
export function orderWithoutOverlap<Day extends MovedDay>(days: readonly Day[]): Day[] {
  const earlier = days.filter(({ from, to }) => from !== null && to < from);
  const others = days.filter((day) => !earlier.includes(day));
  return [...earlier, ...others.reverse()];
}

interface JobVisit {
  multiDay: boolean;
  state: VisitState;
  startsAt: Date;
}

export function isMultiDayVisit({ multiDay, state }: Pick<JobVisit, "multiDay" | "state">): boolean {
  return multiDay && state !== "cancelled" && state !== "no_access" && state !== "handed_over";
}

/** Missed days that no visit replaces, the first one first. */
export function missedDays<Visit extends JobVisit & { id: string; replacesVisitId: string | null }>(
  visits: readonly Visit[],
): Visit[] {
  const isReplaced = (day: Visit) =>
    visits.some(({ replacesVisitId, state }) => replacesVisitId === day.id && state !== "cancelled");
  return visits
    .filter((day) => day.multiDay && day.state === "no_access" && !isReplaced(day))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** Sorted by start; empty unless the job takes several days. */
export function multiDayVisits<Visit extends JobVisit>(visits: readonly Visit[]): Visit[] {
  const days = visits.filter(isMultiDayVisit).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return days.length > 1 ? days : [];
}

/** True also for work of several days that the office has not planned yet. */
export function isMultiDayJob(
  { durationMin }: { durationMin: number | null },
  visits: readonly JobVisit[],
): boolean {
  return workDays(durationMin ?? 0) > 1 || multiDayVisits(visits).length > 0;
}

/** The customer's cut-off counts from the first day of a multi-day job. */
export function jobStart<Visit extends JobVisit>(
  visits: readonly Visit[],
  next: { startsAt: Date } | null | undefined,
): Date | undefined {
  return multiDayVisits(visits)[0]?.startsAt ?? next?.startsAt;
}

/** Stored in the timeline for undo. */
export interface VisitSnapshot {
  id: string;
  technicianId: string | null;
  startsAt: string;
  endsAt: string;
  crewSize: number;
  multiDay: boolean;
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
