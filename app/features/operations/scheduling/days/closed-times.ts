import { dubaiInstant, weekdayOf } from "~/platform/time";
import { lastShiftEndMin, type Roster, type RosterTechnician } from "../slots";

/** Minutes after midnight, Asia/Dubai. */
export interface ClosedTime {
  fromMin: number;
  toMin: number;
  reason: "off-shift" | "time-off" | "holiday";
}

const DAY_MIN = 24 * 60;

/** In order of time. Holidays take precedence over time off, time off over shifts. */
export function closedTimes(technician: RosterTechnician, roster: Roster, day: string): ClosedTime[] {
  if (roster.holidays.has(day)) return [{ fromMin: 0, toMin: DAY_MIN, reason: "holiday" }];
  const midnight = dubaiInstant(day, "00:00").getTime();
  const minuteOf = (instant: number) => Math.min(DAY_MIN, Math.max(0, (instant - midnight) / 60_000));
  const lastEndMin = lastShiftEndMin(technician, roster, day);
  const shifts = technician.shifts
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ startMin, endMin }) => ({ fromMin: startMin, toMin: Math.min(endMin, lastEndMin) }))
    .filter(({ fromMin, toMin }) => fromMin < toMin);
  const off = technician.timeOff.map(({ start, end }) => ({
    fromMin: minuteOf(start),
    toMin: minuteOf(end),
  }));
  const edges = [0, DAY_MIN, ...[...shifts, ...off].flatMap(({ fromMin, toMin }) => [fromMin, toMin])];

  const closed: ClosedTime[] = [];
  const sorted = [...new Set(edges)].sort((a, b) => a - b);
  for (const [index, fromMin] of sorted.slice(0, -1).entries()) {
    const toMin = sorted[index + 1]!;
    const within = (time: { fromMin: number; toMin: number }) =>
      time.fromMin <= fromMin && toMin <= time.toMin;
    const reason = off.some(within) ? "time-off" : shifts.some(within) ? null : "off-shift";
    const last = closed.at(-1);
    if (!reason) continue;
    if (last?.reason === reason && last.toMin === fromMin) last.toMin = toMin;
    else closed.push({ fromMin, toMin, reason });
  }
  return closed;
}
