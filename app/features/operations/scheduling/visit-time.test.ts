import { expect, test } from "vitest";
import { effectiveVisitTime } from "./visit-time";

const at = (time: string) => new Date(`2026-11-23T${time}:00+04:00`);
const planned = { startsAt: at("10:00"), endsAt: at("12:00"), arrivedAt: null, endedAt: null };
const clock = (instant: Date) => new Date(instant.getTime() + 4 * 3_600_000).toISOString().slice(11, 16);

test.each([
  ["planned", {}, "10:00–12:00"],
  ["started early, not finished", { arrivedAt: at("09:30") }, "10:00–12:00"],
  ["finished early", { arrivedAt: at("10:10"), endedAt: at("10:40") }, "10:00–10:40"],
  [
    "started and finished before the planned time",
    { arrivedAt: at("08:10"), endedAt: at("08:41") },
    "08:10–08:41",
  ],
  ["finished before the planned time, arrival unknown", { endedAt: at("08:41") }, "08:41–08:42"],
  ["finished late", { arrivedAt: at("10:00"), endedAt: at("13:30") }, "10:00–13:30"],
])("returns the effective time of a visit: %s", (_what, known, span) => {
  const { startsAt, endsAt } = effectiveVisitTime({ ...planned, ...known });
  expect(`${clock(startsAt)}–${clock(endsAt)}`).toBe(span);
});
