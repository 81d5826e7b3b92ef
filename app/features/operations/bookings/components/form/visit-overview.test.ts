import { expect, it } from "vitest";
import { findTrainedTechnician } from "./same-technician";
import { emptyVisitDraft } from "./visit-draft-store";
import { nextSteps } from "./visit-overview";

const terms = { contactMinutes: 120, contactRuns: "always", cutOffHours: 12 } as const;

it("nextSteps asks guests to open the emailed link, so that the hold stays", () => {
  const timed = { ...emptyVisitDraft, date: "2026-11-24", time: "10:00" };
  expect(nextSteps(timed, terms, false)[0]).toContain("Open the link");
  expect(nextSteps(timed, terms, true)[0]).not.toContain("Open the link");
  expect(nextSteps({ ...timed, time: "" }, terms, false)[0]).not.toContain("hold");
  expect(nextSteps({ ...timed, isNotHeld: true }, terms, false)[0]).not.toContain("hold");
  expect(nextSteps(timed, terms, true)[1]).toContain("within 2 hours");
});

it("nextSteps sends a technician immediately for emergencies", () => {
  const steps = nextSteps({ ...emptyVisitDraft, emergency: true }, terms, false);
  expect(steps[1]).toContain("the nearest technician");
  expect(steps[2]).toContain("within 2 hours");
});

it("findTrainedTechnician returns the first technician with all required skills", () => {
  const ahmed = { reference: "BK-2026-000001", name: "Ahmed", services: ["hvac"] };
  const omar = { reference: "BK-2026-000002", name: "Omar", services: ["hvac", "plumbing"] };
  expect(findTrainedTechnician([ahmed, omar], ["hvac"])).toBe(ahmed);
  expect(findTrainedTechnician([ahmed, omar], ["hvac", "plumbing"])).toBe(omar);
  expect(findTrainedTechnician([ahmed], ["painting"])).toBeNull();
  expect(findTrainedTechnician([ahmed], [])).toBeNull();
});
