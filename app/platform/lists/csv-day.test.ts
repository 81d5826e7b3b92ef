import { describe, expect, it } from "vitest";
import { readCsvDay, readCsvTime } from "./csv-day";

describe("readCsvDay", () => {
  it.each([
    "2026-11-27",
    "2026/11/27",
    "27/11/2026",
    "27.11.2026",
    "27-11-2026",
    "٢٧/١١/٢٠٢٦",
    "\u200f27/11/2026",
    "27/11/2026 00:00",
    "27/11/2026 12:00:00 AM",
    "2026-11-27T00:00:00Z",
    "2026-11-27 00:00:00",
    "27-Nov-26",
    "27-NOV-2026",
    "27 Nov\u00a02026",
    "27 November 2026",
    "Friday, 27 November, 2026",
    "Friday, November 27, 2026",
    "Nov 27, 2026",
    "27 نوفمبر 2026",
    "الجمعة، ٢٧ نوفمبر، ٢٠٢٦",
  ])("reads %j", (cell) => {
    expect(readCsvDay(cell)).toBe("2026-11-27");
  });

  it.each([
    "",
    "46353",
    "11/27/2026",
    "27/11/26",
    "26/11/27",
    "31/02/2026",
    "27 Xyz 2026",
    "Nov-26",
    "27/11/1448",
  ])("does not guess the day of %j", (cell) => {
    expect(readCsvDay(cell)).toBeNull();
  });

  it("reads the day before the month", () => {
    expect(readCsvDay("3/4/2026")).toBe("2026-04-03");
    expect(readCsvDay("4 أبريل 2026")).toBe("2026-04-04");
    expect(readCsvDay("4-Sept-26")).toBe("2026-09-04");
  });
});

describe("readCsvTime", () => {
  it.each([
    ["9:00", "09:00"],
    ["09:00:00", "09:00"],
    ["9:00 AM", "09:00"],
    ["9:30:00 PM", "21:30"],
    ["9:30 p.m.", "21:30"],
    ["٩:٠٠ صباحًا", "09:00"],
    ["٩:٠٠ مساءً", "21:00"],
    ["12:00 am", "00:00"],
    ["12:15 PM", "12:15"],
    ["9 am", "09:00"],
    ["٩:٣٠ م", "21:30"],
    ["٩:٣٠ ص", "09:30"],
  ])("reads %j", (cell, time) => {
    expect(readCsvTime(cell)).toBe(time);
  });

  it.each(["", "9", "0.375", "25:00", "13:00 PM", "9:75", "9:00:30"])("refuses %j", (cell) => {
    expect(readCsvTime(cell)).toBeNull();
  });
});
