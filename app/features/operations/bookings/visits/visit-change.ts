import * as z from "zod/mini";

/** Parses visit changes stored in timeline entries. Pure. Instants are ISO 8601 in UTC. */

const placement = z.nullable(
  z.object({ technicianId: z.nullable(z.string()), startsAt: z.string(), endsAt: z.string() }),
);

/** Office changes store whole placements, customer rescheduling stores two times. */
const recordedDetail = z.union([
  z.object({ before: placement, after: placement }),
  z.object({ fromStartsAt: z.nullable(z.string()), toStartsAt: z.string() }),
]);

/** Old and new value; null if there was or is none. */
interface FromTo<Value> {
  before: Value | null;
  after: Value | null;
}

export interface RecordedChange {
  technicianId: FromTo<string> | null;
  startsAt: FromTo<string> | null;
  /** Length in minutes, if the time stayed. */
  minutes: FromTo<number> | null;
}

/** Null if the entry changed no visit. `unassign` keeps the time, although its detail may differ. */
export function parseVisitChange(move: string, detail: unknown): RecordedChange | null {
  const result = z.safeParse(recordedDetail, detail);
  if (!result.success) return null;
  if ("toStartsAt" in result.data) {
    const { fromStartsAt: before, toStartsAt: after } = result.data;
    return { technicianId: null, startsAt: { before, after }, minutes: null };
  }
  const { before, after } = result.data;
  const fromTo = <Value>(
    read: (placement: NonNullable<typeof before>) => Value | null,
  ): FromTo<Value> | null => {
    const values = { before: before && read(before), after: after && read(after) };
    return values.before === values.after ? null : values;
  };
  const startsAt = move === "unassign" ? null : fromTo((placement) => placement.startsAt);
  return {
    technicianId: fromTo((placement) => placement.technicianId),
    startsAt,
    minutes: before && after && !startsAt ? fromTo(minutesOf) : null,
  };
}

function minutesOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }): number {
  return (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
}
