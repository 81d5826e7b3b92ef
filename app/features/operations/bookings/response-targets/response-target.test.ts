import { expect, it } from "vitest";
import { activeResponseTarget } from "./response-target";

const requestedAt = "2026-11-21T08:00:00.000Z";
const request = {
  state: "requested" as const,
  emergency: false,
  requestedAt,
  respondedAt: null,
  contactDueAt: "2026-11-21T10:00:00.000Z",
};
const after = (minutes: number) => new Date(Date.parse(requestedAt) + minutes * 60_000);

it("counts down to the contact deadline and beyond", () => {
  expect(activeResponseTarget(request, after(0))).toEqual({ kind: "contact", minutesLeft: 120 });
  expect(activeResponseTarget(request, after(119.5))).toEqual({ kind: "contact", minutesLeft: 0 });
  expect(activeResponseTarget(request, after(180))).toEqual({ kind: "contact", minutesLeft: -60 });
});

it("ends with the first response", () => {
  expect(activeResponseTarget({ ...request, respondedAt: after(10).toISOString() }, after(20))).toBeNull();
  expect(activeResponseTarget({ ...request, state: "declined" }, after(20))).toBeNull();
});

it("returns null for phone bookings", () => {
  expect(activeResponseTarget({ ...request, contactDueAt: null }, after(180))).toBeNull();
});

it("runs for emergencies until the technician arrives", () => {
  const emergency = { ...request, emergency: true, respondedAt: after(5).toISOString() };
  expect(activeResponseTarget({ ...emergency, state: "en_route" }, after(30))).toEqual({
    kind: "arrival",
    minutesLeft: 90,
  });
  expect(activeResponseTarget({ ...emergency, state: "on_site" }, after(30))).toBeNull();
  expect(activeResponseTarget({ ...emergency, state: "cancelled" }, after(30))).toBeNull();
});
