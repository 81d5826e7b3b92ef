import { expect, test } from "vitest";
import { effectiveVisitTime } from "./visit-time";

const at = (time: string) => new Date(`2026-11-23T${time}:00+04:00`);
const planned = { starts_at: at("10:00"), ends_at: at("12:00"), arrived_at: null, ended_at: null };
const clock = (instant: Date) => new Date(instant.getTime() + 4 * 3_600_000).toISOString().slice(11, 16);

test.each([
  ["planned", {}, "10:00–12:00"],
  ["started early, not finished", { arrived_at: at("09:30") }, "10:00–12:00"],
  ["finished early", { arrived_at: at("10:10"), ended_at: at("10:40") }, "10:00–10:40"],
  [
    "started and finished before the planned time",
    { arrived_at: at("08:10"), ended_at: at("08:41") },
    "08:10–08:41",
  ],
  ["finished before the planned time, arrival unknown", { ended_at: at("08:41") }, "08:41–08:42"],
  ["finished late", { arrived_at: at("10:00"), ended_at: at("13:30") }, "10:00–13:30"],
])("returns the effective time of a visit: %s", (_what, known, span) => {
  const { startsAt, endsAt } = effectiveVisitTime({ ...planned, ...known });
  expect(`${clock(startsAt)}–${clock(endsAt)}`).toBe(span);
});
