import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { dubaiInstant } from "~/platform/time";
import { Due } from "./unassigned-queue";

const at = dubaiInstant("2026-07-07", "12:00");
const text = (emergency: boolean, time: string) =>
  renderToStaticMarkup(
    <Due at={at.toISOString()} emergency={emergency} now={dubaiInstant("2026-07-07", time)} />,
  ).replace(/<[^>]+>/g, "");

describe("Due", () => {
  it("names the arrival for emergencies, before and after the target", () => {
    expect(text(true, "11:00")).toMatch(/^Arrive by 12:00/);
    expect(text(true, "12:30")).toMatch(/^Arrival overdue since 12:00/);
  });

  it("names the answer for other requests, before and after the target", () => {
    expect(text(false, "11:00")).toMatch(/^Answer by 12:00/);
    expect(text(false, "12:30")).toMatch(/^Answer overdue since 12:00/);
  });
});
