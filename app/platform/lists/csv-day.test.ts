import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { csvDay, readCsvDay, readCsvTime } from "./csv-day";

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
    "27/11/26",
    "27.11.26",
    "27-11-26",
    "٢٧/١١/٢٦",
  ])("reads %j", (cell) => {
    expect(readCsvDay(cell)).toBe("2026-11-27");
  });

  it.each([
    "",
    "46353",
    "11/27/2026",
    "11/27/26",
    "27/11/6",
    "27/11/2026 10:00",
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

describe("csvDay", () => {
  const read = (cell: string) => {
    const parsed = z.safeParse(csvDay(), cell);
    return parsed.success ? parsed.data : parsed.error.issues[0]!.message;
  };

  it.each([
    "28/11/26",
    "28/11/2026 10:00",
    "28/11/26 10:00",
    "28/11/2026, 10:00:30",
    "28/11/2026 9:00 AM",
    "28/11/2026 ١٠:٠٠ مساءً",
    "2026-11-28T10:00",
    "2026-11-28T10:00:00.000",
    "2026-11-28 10:00:00+04:00",
    "28 November 2026 10:00",
  ])("reads the day of %j", (cell) => {
    expect(read(cell)).toBe("2026-11-28");
  });

  it("reads instants of another time zone in Dubai's", () => {
    expect(read("2026-11-27T22:00:00Z")).toBe("2026-11-28");
    expect(read("2026-11-28T01:00:00+05:30")).toBe("2026-11-27");
    expect(read("2026-11-27T00:00:00Z")).toBe("2026-11-27");
  });

  it.each(["46354", "46354.4167", "46354,4167"])("explains the Excel number %s", (cell) => {
    expect(read(cell)).toContain("Format the cells as dates");
  });

  it.each(["28/11", "2026", "soon", "28/11/2026 25:00", "2026-11-28T10:00+99:00"])(
    "asks for another spelling of %j",
    (cell) => {
      expect(read(cell)).toBe("Write the date as 2026-11-24 or 24/11/2026");
    },
  );
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
