import { expect, it } from "vitest";
import { formatListDay, formatListTime } from "./list-dates";
import { inLocale } from "./locale/locale.server";

const DAY = "2026-09-30";
const INSTANT = "2026-09-30T08:15:00Z";

it("shows the short weekday in a column", () => {
  inLocale("en", () => {
    expect(formatListDay(DAY)).toBe("Wed, 30 Sep 2026");
    expect(formatListTime(INSTANT)).toMatch(/^Wed, 30 Sep, 12:15/);
  });
});

it("leaves out the weekday in Arabic, where it is a long word, and keeps the year", () => {
  inLocale("ar", () => {
    expect(formatListDay(DAY)).toBe("30 سبتمبر 2026");
    expect(formatListTime(INSTANT)).toBe("30 سبتمبر، 12:15 م");
  });
});
