import { addMinutes, dubaiDate, dubaiTime } from "~/platform/time";

/** Visits that are placed from now on start on the next full five minutes. */
const START_STEP_MIN = 5;

export function nextVisitStart(now: Date): { day: string; time: string } {
  const step = START_STEP_MIN * 60_000;
  const start = new Date(Math.ceil(now.getTime() / step) * step);
  return { day: dubaiDate(start), time: dubaiTime(start) };
}

/** Planned and reported times of a visit row. */
export interface VisitTimes {
  startsAt: Date;
  endsAt: Date;
  arrivedAt: Date | null;
  endedAt: Date | null;
}

/**
 * Planned time until the end is reported, then the actual time. A late arrival keeps the planned start,
 * because the technician was reserved from then. At least one minute, so that the board can draw it.
 */
export function effectiveVisitTime({ startsAt, endsAt, arrivedAt, endedAt }: VisitTimes): {
  startsAt: Date;
  endsAt: Date;
} {
  if (!endedAt) return { startsAt, endsAt };
  const began = earliest(startsAt, arrivedAt ?? startsAt, endedAt);
  const shortest = addMinutes(began, 1);
  return { startsAt: began, endsAt: endedAt > shortest ? endedAt : shortest };
}

/** For customers: planned time until the end is reported, then arrival and end. */
export function actualVisitTime({ startsAt, endsAt, arrivedAt, endedAt }: VisitTimes): {
  startsAt: Date;
  endsAt: Date;
} {
  return endedAt
    ? { startsAt: earliest(arrivedAt ?? startsAt, endedAt), endsAt: endedAt }
    : { startsAt, endsAt };
}

/** ISO 8601 in UTC. */
export function effectiveVisitInstants(visit: VisitTimes): { startsAt: string; endsAt: string } {
  return toInstants(effectiveVisitTime(visit));
}

/** ISO 8601 in UTC. */
export function actualVisitInstants(visit: VisitTimes): { startsAt: string; endsAt: string } {
  return toInstants(actualVisitTime(visit));
}

function toInstants({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

function earliest(...instants: Date[]): Date {
  return new Date(Math.min(...instants.map((instant) => instant.getTime())));
}
