import { expect, it } from "vitest";
import { firstTrained } from "./same-technician";
import { emptyVisitDraft } from "./visit-draft-store";
import { nextSteps } from "./visit-overview";

const terms = { contactMinutes: 120, contactRuns: "always", cutOffHours: 12 } as const;

it("what happens next tells who has to open the mailed link for their time to stay", () => {
  const timed = { ...emptyVisitDraft, date: "2026-11-24", time: "10:00" };
  expect(nextSteps(timed, terms, false)[0]).toContain("Open the link");
  expect(nextSteps(timed, terms, true)[0]).not.toContain("Open the link");
  expect(nextSteps({ ...timed, time: "" }, terms, false)[0]).not.toContain("hold");
  expect(nextSteps(timed, terms, true)[1]).toContain("within 2 hours");
});

it("an emergency is sent for at once, and waits for no answer", () => {
  const steps = nextSteps({ ...emptyVisitDraft, emergency: true }, terms, false);
  expect(steps[1]).toContain("first");
  expect(steps[2]).toContain("within 2 hours");
});

it("asked for can be the first who is trained for all of the visit", () => {
  const ahmed = { reference: "BK-2026-000001", name: "Ahmed", services: ["hvac"] };
  const omar = { reference: "BK-2026-000002", name: "Omar", services: ["hvac", "plumbing"] };
  expect(firstTrained([ahmed, omar], ["hvac"])).toBe(ahmed);
  expect(firstTrained([ahmed, omar], ["hvac", "plumbing"])).toBe(omar);
  expect(firstTrained([ahmed], ["painting"])).toBeNull();
  expect(firstTrained([ahmed], [])).toBeNull();
});
