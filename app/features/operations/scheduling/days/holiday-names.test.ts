import { expect, it } from "vitest";
import { inLocale } from "~/platform/locale/locale.server";
import { publicHolidays } from "../../../../../db/seed/catalogue";
import { holidayInReaderLanguage } from "./holiday-names";

it("names every holiday of the catalogue in Arabic for readers of Arabic alone", () => {
  for (const { name } of publicHolidays) {
    expect(inLocale("ar", () => holidayInReaderLanguage(name))).toMatch(/^[\u0600-\u06ff ]+$/);
    expect(inLocale("en", () => holidayInReaderLanguage(name))).toBe(name);
  }
});

it("shows a name that the office entered as written", () => {
  expect(inLocale("ar", () => holidayInReaderLanguage("Staff day"))).toBe("Staff day");
});
