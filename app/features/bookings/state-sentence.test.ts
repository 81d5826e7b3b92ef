import { expect, it } from "vitest";
import { stateSentence } from "./state-sentence";

it("promises to be in touch only where somebody promised it", () => {
  const requested = { state: "requested", emergency: false, technicianName: null } as const;
  const promised = stateSentence({ ...requested, contactDueAt: "2026-11-23T07:00:00Z" });
  expect(promised).toContain("within 2 hours");
  expect(stateSentence(requested)).toBe(promised);
  expect(stateSentence({ ...requested, contactDueAt: null })).not.toContain("within 2 hours");
  expect(stateSentence({ ...requested, emergency: true, contactDueAt: null })).toContain("emergency");
});
