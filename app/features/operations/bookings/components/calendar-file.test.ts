import { describe, expect, it } from "vitest";
import { calendarFile } from "./calendar-file";

const booking = {
  id: "0190f3a4-0000-7000-8000-000000000001",
  reference: "BK-2026-000123",
  version: 2,
  serviceName: "Plumbing",
  address: "12 Al Marsa Street, Marina Heights, 1204, Dubai Marina; near the tram, مرسى دبي",
  visit: {
    startsAt: "2026-11-22T06:00:00.000Z",
    endsAt: "2026-11-22T07:30:00.000Z",
    state: "held",
    technicianName: null,
    helperNames: [],
  },
  days: [],
};
const page = {
  url: new URL("https://example.ae/bookings/BK-2026-000123?key=abc"),
  business: "Rukn",
  now: new Date("2026-11-21T10:00:00Z"),
};

describe("calendarFile", () => {
  it("contains the visit in UTC under the booking's id", () => {
    const file = calendarFile(booking, page) ?? "";
    expect(file).toContain("UID:0190f3a4-0000-7000-8000-000000000001@example.ae\r\nSEQUENCE:2\r\n");
    expect(file).toContain("DTSTART:20261122T060000Z\r\nDTEND:20261122T073000Z\r\n");
    expect(file.startsWith("BEGIN:VCALENDAR\r\n")).toBe(true);
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
  });

  it("escapes text and folds long lines at 75 bytes without breaking a character", () => {
    const file = calendarFile(booking, page) ?? "";
    for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll("\r\n ", "")).toContain(
      "LOCATION:12 Al Marsa Street\\, Marina Heights\\, 1204\\, Dubai Marina\\; near the tram\\, مرسى دبي",
    );
  });

  it("contains one entry per day of a multi-day job", () => {
    const day = (date: string) => ({
      ...{ startsAt: `${date}T05:00:00Z`, endsAt: `${date}T13:00:00Z`, state: "scheduled" },
    });
    const file = calendarFile({ ...booking, days: [day("2026-11-22"), day("2026-11-23")] }, page) ?? "";
    expect(file.match(/^UID:.*$/gm)?.map((uid) => uid.trim())).toEqual([
      "UID:0190f3a4-0000-7000-8000-000000000001@example.ae",
      "UID:0190f3a4-0000-7000-8000-000000000001-2@example.ae",
    ]);
    expect(file).toContain("DTSTART:20261123T050000Z\r\nDTEND:20261123T130000Z\r\n");
  });

  it("returns null while no time is fixed", () => {
    expect(calendarFile({ ...booking, visit: null }, page)).toBeNull();
  });
});
