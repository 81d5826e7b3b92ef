import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CutOffNotice } from "./cut-off-notice";

type Shown = Parameters<typeof CutOffNotice>[0]["booking"];
const textOf = (state: Shown["state"], { canReschedule = true, hasPassed = false } = {}) =>
  renderToStaticMarkup(
    <CutOffNotice
      booking={{ state, canReschedule, changeDeadline: { at: "2026-11-28T06:00:00Z", hasPassed } }}
    />,
  ).replace(/<[^>]+>/g, "");

describe("CutOffNotice", () => {
  it("offers a change only if the customer can change the time", () => {
    expect(textOf("scheduled")).toMatch(/^You can change or cancel online until /);
    expect(textOf("scheduled", { canReschedule: false })).toMatch(/^You can cancel online until /);
    expect(textOf("requested")).toMatch(/^You can change or cancel your request until we confirm it; /);
    expect(textOf("requested", { canReschedule: false })).toMatch(
      /^You can cancel your request until we confirm it; /,
    );
    const passed = { canReschedule: false, hasPassed: true };
    expect(textOf("requested", passed)).toMatch(/^You can cancel your request until we confirm it\. /);
    expect(textOf("scheduled", passed)).toMatch(/^It is too late to change or cancel this visit online\./);
  });
});
