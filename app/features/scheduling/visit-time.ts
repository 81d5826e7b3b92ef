import { addMinutes } from "~/platform/time";

/** When a visit was planned for, and what is known of when it really was: as its row has it. */
export interface VisitTimes {
  starts_at: Date;
  ends_at: Date;
  arrived_at: Date | null;
  ended_at: Date | null;
}

/**
 * When a visit is, for whoever reads it: as planned until its technician has left, then as it was. Who came late had the
 * time from the planned beginning on all the same. A minute at least, so that there is something to see.
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

/** The same as ISO 8601 in UTC. */
export function effectiveVisitInstants(visit: VisitTimes): { startsAt: string; endsAt: string } {
  const { startsAt, endsAt } = effectiveVisitTime(visit);
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

function earliest(...instants: Date[]): Date {
  return new Date(Math.min(...instants.map((instant) => instant.getTime())));
}
