import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { UnsavedReason } from "./autosave-status";

it("UnsavedReason names marked fields only if they are the reason", () => {
  const reason = (autosave: Parameters<typeof UnsavedReason>[0]["autosave"]) =>
    renderToStaticMarkup(<UnsavedReason autosave={autosave} />);
  expect(reason({ state: "invalid" })).toContain("correct the marked fields");
  const failed = reason({ state: "failed", message: "We could not reach our server." });
  expect(failed).toContain("We could not reach our server.");
  expect(failed).not.toContain("marked fields");
  expect(reason({ state: "saved" })).toBe("");
});
