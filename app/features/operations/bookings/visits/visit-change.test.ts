import { describe, expect, it } from "vitest";
import { parseVisitChange } from "./visit-change";

const at = (technicianId: string | null, start: string, end: string) => ({
  technicianId,
  startsAt: `2026-11-24T${start}:00.000Z`,
  endsAt: `2026-11-24T${end}:00.000Z`,
});
const ten = at("omar", "06:00", "07:00");

describe("parseVisitChange", () => {
  it.each([
    [
      "a first visit",
      "assign",
      { before: null, after: ten },
      { technicianId: [null, "omar"], startsAt: [null, ten.startsAt], minutes: null },
    ],
    [
      "another technician at the same time",
      "assign",
      { before: ten, after: { ...ten, technicianId: "sara" } },
      { technicianId: ["omar", "sara"], startsAt: null, minutes: null },
    ],
    [
      "another time",
      "reschedule",
      { before: ten, after: at("omar", "08:00", "10:00") },
      { technicianId: null, startsAt: [ten.startsAt, "2026-11-24T08:00:00.000Z"], minutes: null },
    ],
    [
      "a longer visit",
      "resize",
      { before: ten, after: at("omar", "06:00", "08:30") },
      { technicianId: null, startsAt: null, minutes: [60, 150] },
    ],
    [
      "an unassigned technician",
      "unassign",
      { before: ten, after: null },
      { technicianId: ["omar", null], startsAt: null, minutes: null },
    ],
    [
      "a cancelled visit",
      "cancelVisit",
      { before: ten, after: null },
      { technicianId: ["omar", null], startsAt: [ten.startsAt, null], minutes: null },
    ],
    [
      "another slot by the customer",
      "reschedule",
      { visitId: "7", fromStartsAt: ten.startsAt, toStartsAt: "2026-11-25T06:00:00.000Z" },
      { technicianId: null, startsAt: [ten.startsAt, "2026-11-25T06:00:00.000Z"], minutes: null },
    ],
  ])("parses the change of a visit: %s", (_what, event, detail, expected) => {
    const pair = (values: unknown) =>
      Array.isArray(values) ? { before: values[0], after: values[1] } : values;
    expect(parseVisitChange(event, detail)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, values]) => [name, pair(values)])),
    );
  });

  it("returns null for entries without a visit change", () => {
    expect(parseVisitChange("contact", { channel: "call" })).toBeNull();
    expect(parseVisitChange("confirm", {})).toBeNull();
  });
});
