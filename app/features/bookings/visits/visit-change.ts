import * as z from "zod/mini";

/** What a change of a visit was, as the timeline's entries keep it: pure. Instants are ISO 8601 in UTC. */

const place = z.nullable(
  z.object({ technicianId: z.nullable(z.string()), startsAt: z.string(), endsAt: z.string() }),
);

/** A dispatcher's change keeps the whole place; another slot that a customer chose, the two times. */
const recorded = z.union([
  z.object({ before: place, after: place }),
  z.object({ fromStartsAt: z.nullable(z.string()), toStartsAt: z.string() }),
]);

/** Before and after; null: there was none, or there is none any more. */
interface FromTo<Value> {
  before: Value | null;
  after: Value | null;
}

/** Only what changed; what stayed is null. */
export interface RecordedChange {
  technicianId: FromTo<string> | null;
  startsAt: FromTo<string> | null;
  /** How long it takes, where the time stayed. */
  minutes: FromTo<number> | null;
}

/** Of an entry that changed no visit: null. `unassign` leaves the time as it was. */
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
