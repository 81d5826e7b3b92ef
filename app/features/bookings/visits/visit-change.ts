import * as z from "zod/mini";

/** Parses visit changes stored in timeline entries. Pure. Instants are ISO 8601 in UTC. */

const place = z.nullable(
  z.object({ technicianId: z.nullable(z.string()), startsAt: z.string(), endsAt: z.string() }),
);

/** Office changes store whole placements, customer rescheduling stores two times. */
const recorded = z.union([
  z.object({ before: place, after: place }),
  z.object({ fromStartsAt: z.nullable(z.string()), toStartsAt: z.string() }),
]);

/** Null: no value before or after. */
interface FromTo<Value> {
  before: Value | null;
  after: Value | null;
}

/** Null: unchanged. */
export interface RecordedChange {
  technicianId: FromTo<string> | null;
  startsAt: FromTo<string> | null;
  /** Length in minutes, if the time stayed. */
  minutes: FromTo<number> | null;
}

/** Null if the entry changed no visit. `unassign` keeps the time, although its detail may differ. */
export function changeRecorded(move: string, detail: unknown): RecordedChange | null {
  const read = z.safeParse(recorded, detail);
  if (!read.success) return null;
  if ("toStartsAt" in read.data) {
    const { fromStartsAt: before, toStartsAt: after } = read.data;
    return { technicianId: null, startsAt: { before, after }, minutes: null };
  }
  const { before, after } = read.data;
  const fromTo = <Value>(of: (place: NonNullable<typeof before>) => Value | null): FromTo<Value> | null => {
    const values = { before: before && of(before), after: after && of(after) };
    return values.before === values.after ? null : values;
  };
  const startsAt = move === "unassign" ? null : fromTo((place) => place.startsAt);
  return {
    technicianId: fromTo((place) => place.technicianId),
    startsAt,
    minutes: before && after && !startsAt ? fromTo(minutesOf) : null,
  };
}

function minutesOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }): number {
  return (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
}
