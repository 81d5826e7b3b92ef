import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { bookingColumns, bookingRow } from "./booking-list";

function read(cells: Partial<Record<(typeof bookingColumns)[number], string>>) {
  const empty = Object.fromEntries(bookingColumns.map((column) => [column, ""]));
  const row = { reference: "1", service: "Plumbing", phone: "050 123 4567", street: "Street 1", area: "JLT" };
  return z.safeParse(bookingRow, { ...empty, status: "confirmed", ...row, ...cells } as never);
}

describe("job of another program", () => {
  it.each([
    ["Requires invoicing", "completed"],
    ["Archived", "completed"],
    ["Upcoming", "scheduled"],
    ["Late", "scheduled"],
    ["Unscheduled", "confirmed"],
    ["Complete unrated", "completed"],
    ["complete_rated", "completed"],
    ["Needs scheduling", "confirmed"],
    ["Pro canceled", "cancelled"],
    ["Scheduled", "scheduled"],
  ])("maps the status %s to %s", (word, status) => {
    expect(read({ status: word }).data?.status).toBe(status);
  });

  it("refuses work in progress", () => {
    expect(read({ status: "In progress" }).error?.issues[0]?.message).toContain("requested, confirmed");
  });

  it.each([
    ["24/11/2026 9:00 AM", "", "2026-11-24", "09:00"],
    ["2026-11-24 14:30", "", "2026-11-24", "14:30"],
    ["2026-11-24 14:30", "10:00", "2026-11-24", "10:00"],
    ["24/11/26 14:30", "", "2026-11-24", "14:30"],
    ["2026-11-24T14:30:00.000", "", "2026-11-24", "14:30"],
    ["24 Nov 2026 2:30 PM", "", "2026-11-24", "14:30"],
    ["2026-11-24T10:30:00Z", "", "2026-11-24", "14:30"],
    ["2026-11-24 00:00:00", "", "2026-11-24", null],
  ])("reads the date %s and the time %s as %s at %s", (date, time, day, clock) => {
    expect(read({ date, time }).data).toMatchObject({ day, time: clock });
  });
});
