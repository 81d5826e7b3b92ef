import { expect, test } from "vitest";
import { upcomingClosures } from "./opening-hours";

test("lists holidays of the next month on days that would be open", () => {
  const week = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opensAt: "08:00", closesAt: "20:00" }));
  // A Wednesday, a Sunday, and one in three months.
  const opening = { week, closedDays: ["2026-12-02", "2026-12-06", "2027-03-01"] };
  expect(upcomingClosures(opening, "2026-11-22")).toEqual(["2026-12-02"]);
  expect(upcomingClosures(opening, "2026-12-03")).toEqual([]);
});
