import { expect, it } from "vitest";
import { runningPromise } from "./promise";

const requestedAt = "2026-11-21T08:00:00.000Z";
const request = {
  state: "requested" as const,
  emergency: false,
  requestedAt,
  respondedAt: null,
  contactDueAt: "2026-11-21T10:00:00.000Z",
};
const after = (minutes: number) => new Date(Date.parse(requestedAt) + minutes * 60_000);

it("counts down to the answer that is promised within 2 hours, and past it", () => {
  expect(runningPromise(request, after(0))).toEqual({ kind: "contact", minutesLeft: 120 });
  expect(runningPromise(request, after(119.5))).toEqual({ kind: "contact", minutesLeft: 0 });
  expect(runningPromise(request, after(180))).toEqual({ kind: "contact", minutesLeft: -60 });
});

it("ends with the first answer", () => {
  expect(runningPromise({ ...request, respondedAt: after(10).toISOString() }, after(20))).toBeNull();
  expect(runningPromise({ ...request, state: "declined" }, after(20))).toBeNull();
});

it("starts for nobody who was spoken to when it was taken down", () => {
  expect(runningPromise({ ...request, contactDueAt: null }, after(180))).toBeNull();
});

it("runs on in an emergency until the technician is there", () => {
  const emergency = { ...request, emergency: true, respondedAt: after(5).toISOString() };
  expect(runningPromise({ ...emergency, state: "en_route" }, after(30))).toEqual({
    kind: "arrival",
    minutesLeft: 90,
  });
  expect(runningPromise({ ...emergency, state: "on_site" }, after(30))).toBeNull();
  expect(runningPromise({ ...emergency, state: "cancelled" }, after(30))).toBeNull();
});
