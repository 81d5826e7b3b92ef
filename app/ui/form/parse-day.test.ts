import { expect, test } from "vitest";
import { addDays, formatDay } from "~/platform/time";
import { parseDay } from "./parse-day";

const TODAY = "2026-11-29";

test.each([
  ["2026-12-01", "2026-12-01"],
  ["1/12/2026", "2026-12-01"],
  ["01.12.26", "2026-12-01"],
  ["1 12", "2026-12-01"],
  ["1 dec", "2026-12-01"],
  ["Dec 1, 2027", "2027-12-01"],
  ["Tue, 1 December 2026", "2026-12-01"],
  ["١/١٢", "2026-12-01"],
  // Nearest to today.
  ["3 Jan", "2027-01-03"],
  ["15/6", "2026-06-15"],
  ["29 Feb", "2028-02-29"],
])("reads %s as %s", (text, day) => {
  expect(parseDay(text, text === "29 Feb" ? "2027-12-01" : TODAY)).toBe(day);
});

test.each(["", "29", "31/2", "29/11/2", "29/13", "tomorrow", "1 2 3 4", "Sunday"])("rejects %s", (text) => {
  expect(parseDay(text, TODAY)).toBeNull();
});

test("reads each day of two years as it is displayed", () => {
  for (let day = "2026-01-01"; day < "2028-01-01"; day = addDays(day, 1)) {
    expect(parseDay(formatDay(day), TODAY)).toBe(day);
    expect(parseDay(formatDay(day, "fullDate"), TODAY)).toBe(day);
  }
});
