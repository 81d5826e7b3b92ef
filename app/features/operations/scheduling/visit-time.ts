import { addMinutes } from "~/platform/time";

/** Planned and reported times of a visit row. */
export interface VisitTimes {
  starts_at: Date;
  ends_at: Date;
  arrived_at: Date | null;
  ended_at: Date | null;
}

/**
 * Planned time until the end is reported, then the actual time. A late arrival keeps the planned start,
 * because the technician was reserved from then. At least one minute, so that the board can draw it.
 */
export function effectiveVisitTime({ starts_at, ends_at, arrived_at, ended_at }: VisitTimes): {
  startsAt: Date;
  endsAt: Date;
} {
  if (!ended_at) return { startsAt: starts_at, endsAt: ends_at };
  const began = earliest(starts_at, arrived_at ?? starts_at, ended_at);
  const shortest = addMinutes(began, 1);
  return { startsAt: began, endsAt: ended_at > shortest ? ended_at : shortest };
}

/** As ISO 8601 in UTC. */
export function effectiveVisitInstants(visit: VisitTimes): { startsAt: string; endsAt: string } {
  const { startsAt, endsAt } = effectiveVisitTime(visit);
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

function earliest(...instants: Date[]): Date {
  return new Date(Math.min(...instants.map((instant) => instant.getTime())));
}
