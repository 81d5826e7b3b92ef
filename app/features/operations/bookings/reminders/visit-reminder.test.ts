import { expect, test } from "vitest";
import type { VisitState } from "../booking";
import { isReminderStillUseful, isVisitConfirmable, reminderTimes } from "./visit-reminder";

const startsAt = new Date("2026-11-28T10:00:00+04:00");
const at = (time: string) => new Date(`${time}+04:00`);

test("reminds at the hour of the setting on the day before and two hours before the visit", () => {
  expect(reminderTimes(startsAt, { hour: 18 })).toEqual({
    "day-before": at("2026-11-27T18:00:00"),
    "hours-before": at("2026-11-28T08:00:00"),
  });
  // The day before in Dubai, also for a visit on another day in UTC.
  expect(reminderTimes(at("2026-11-28T01:00:00"), { hour: 9 })["day-before"]).toEqual(
    at("2026-11-27T09:00:00"),
  );
});

test("drops a delayed reminder once the next one is due or the visit has begun", () => {
  expect(isReminderStillUseful("day-before", startsAt, at("2026-11-28T07:59:00"))).toBe(true);
  expect(isReminderStillUseful("day-before", startsAt, at("2026-11-28T08:00:00"))).toBe(false);
  expect(isReminderStillUseful("hours-before", startsAt, at("2026-11-28T09:59:00"))).toBe(true);
  expect(isReminderStillUseful("hours-before", startsAt, at("2026-11-28T10:00:00"))).toBe(false);
});

test("offers the confirmation of agreed visits from the day before until their start", () => {
  const booking = { state: "scheduled", emergency: false } as const;
  const isOffered = (now: string, changes: object = {}, state: VisitState = "scheduled") =>
    isVisitConfirmable({ ...booking, ...changes }, { state, startsAt }, at(now));
  expect(isOffered("2026-11-26T23:59:00")).toBe(false);
  expect(isOffered("2026-11-27T00:00:00")).toBe(true);
  expect(isOffered("2026-11-28T09:59:00")).toBe(true);
  expect(isOffered("2026-11-28T10:00:00")).toBe(false);
  expect(isOffered("2026-11-27T12:00:00", { state: "requested" })).toBe(false);
  expect(isOffered("2026-11-27T12:00:00", { state: "en_route" }, "en_route")).toBe(false);
  expect(isOffered("2026-11-27T12:00:00", { emergency: true })).toBe(false);
});
