import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seedOfRun } from "../../../../../test/faults/rounds";
import { crewAfter, MAX_CREW_SIZE, missingHelpers, validateCrewChange } from "./crew";

const ahmed = "ahmed";
const omar = "omar";
const sara = "sara";
const both = { technicianId: ahmed, helpers: [{ id: "row", technicianId: omar }] };

describe("crewAfter", () => {
  it("replaces the lead or the helper of the given crew slot", () => {
    expect(crewAfter(null, null, sara)).toEqual({ lead: sara, helpers: [] });
    expect(crewAfter(both, null, sara)).toEqual({ lead: sara, helpers: both.helpers });
    expect(crewAfter(both, "row", sara)).toEqual({
      lead: ahmed,
      helpers: [{ id: "row", technicianId: sara }],
    });
  });

  it("swaps two members of the same crew", () => {
    const swapped = { lead: omar, helpers: [{ id: "row", technicianId: ahmed }] };
    expect(crewAfter(both, null, omar)).toEqual(swapped);
    expect(crewAfter(both, "row", ahmed)).toEqual(swapped);
  });

  it("property: crew changes never duplicate or drop a technician", () => {
    const person = fc.constantFrom("a", "b", "c", "d", "e");
    const crew = fc
      .uniqueArray(person, { minLength: 1, maxLength: MAX_CREW_SIZE })
      .map(([lead, ...rest]) => ({
        technicianId: lead!,
        helpers: rest.map((technicianId, at) => ({ id: `row-${at}`, technicianId })),
      }));
    const property = fc.property(crew, person, fc.nat(), (visit, technicianId, at) => {
      const crewSlotIds = [null, ...visit.helpers.map(({ id }) => id)];
      const crewSlotId = crewSlotIds[at % crewSlotIds.length]!;
      const after = crewAfter(visit, crewSlotId, technicianId);
      const before = [visit.technicianId, ...visit.helpers.map((helper) => helper.technicianId)];
      const people = [after.lead, ...after.helpers.map((helper) => helper.technicianId)];
      expect(new Set(people).size).toBe(before.length);
      expect(
        crewSlotId === null ? after.lead : after.helpers.find(({ id }) => id === crewSlotId)?.technicianId,
      ).toBe(technicianId);
      const removed = before.filter((helper) => !people.includes(helper));
      expect(removed).toHaveLength(before.includes(technicianId) ? 0 : 1);
    });
    fc.assert(property, { numRuns: 300, seed: seedOfRun() });
  });
});

it("missingHelpers counts unfilled places of the crew", () => {
  expect(missingHelpers({ crewSize: 1, helpers: [] })).toBe(0);
  expect(missingHelpers({ crewSize: 2, helpers: [] })).toBe(1);
  expect(missingHelpers({ crewSize: 3, helpers: [1] })).toBe(1);
});

it("validateCrewChange allows changes by the office only, before departure and up to the maximum size", () => {
  const visit = { ...both, state: "scheduled" as const };
  expect(validateCrewChange({ by: "office", visit, adding: true }).ok).toBe(true);
  expect(validateCrewChange({ by: "technician", visit })).toEqual({ ok: false, reason: "not-allowed" });
  expect(validateCrewChange({ by: "office", visit: { ...visit, state: "en_route" } }).ok).toBe(false);
  const full = { ...visit, helpers: [...both.helpers, { id: "another", technicianId: sara }] };
  expect(validateCrewChange({ by: "office", visit: full, adding: true }).ok).toBe(false);
  expect(validateCrewChange({ by: "office", visit: full }).ok).toBe(true);
  const noLead = { ...visit, technicianId: null, helpers: [] };
  expect(validateCrewChange({ by: "office", visit: noLead, adding: true }).ok).toBe(false);
});
