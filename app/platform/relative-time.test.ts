import { describe, expect, it } from "vitest";
import { formatRelativeDay, formatRelativeSpan, formatRelativeTime, formatShortSpan } from "./relative-time";

/** 11 PM of 28 November in Dubai. */
const NOW = new Date("2026-11-28T19:00:00Z");

describe("formatRelativeDay", () => {
  it.each([
    ["2026-11-28T19:30:00Z", "today"],
    ["2026-11-28T20:00:00Z", "tomorrow"],
    ["2026-11-27T06:00:00Z", "yesterday"],
    ["2026-11-30T06:00:00Z", "Mon, 30 Nov"],
  ])("names the Dubai day of %s", (instant, day) => {
    expect(formatRelativeDay(instant, NOW)).toBe(day);
  });
});

it.each([
  ["2026-11-28T19:30:00Z", "Today, 11:30 PM"],
  ["2026-11-29T12:00:00Z", "Tomorrow, 4 PM"],
  ["2026-12-12T09:00:00Z", "Sat, 12 Dec, 1 PM"],
])("formatRelativeTime formats %s as %s", (instant, text) => {
  expect(formatRelativeTime(instant, NOW)).toBe(text);
});

it.each([
  ["12:00", "13:00", "4 – 5 PM"],
  ["07:30", "09:00", "11:30 AM – 1:00 PM"],
  ["08:00", "08:45", "12:00 – 12:45 PM"],
])("formatShortSpan formats %s to %s UTC as %s", (start, end, span) => {
  const at = (time: string) => `2026-11-28T${time}:00Z`;
  expect(formatShortSpan(at(start), at(end))).toBe(span);
});

it("formatRelativeSpan joins the relative day with the span", () => {
  expect(formatRelativeSpan("2026-11-29T12:00:00Z", "2026-11-29T13:00:00Z", NOW)).toBe("Tomorrow, 4 – 5 PM");
});
