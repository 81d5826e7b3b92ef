import { expect, it } from "vitest";
import type { VisitFacts } from "../mails/bookings/booking-facts.server";
import type { BookingMailContext } from "../templates/context";
import { calendarFiles } from "./calendar-file.server";

const visit = {
  startsAt: new Date("2026-11-24T06:00:00Z"),
  endsAt: new Date("2026-11-24T07:00:00Z"),
} as VisitFacts;

function organizerOf(officeEmail: string) {
  const context = {
    business: { name: "Rukn", officeEmail },
    followUrl: "https://www.example.com/bookings/BK-2026-000001",
    booking: {
      id: "1",
      reference: "BK-2026-000001",
      version: 1,
      days: [],
      plannedDays: [],
      serviceName: "Plumbing",
    },
  } as unknown as BookingMailContext;
  const [file] = calendarFiles(context, visit, "REQUEST", { host: "www.example.com", now: visit.startsAt });
  return /^ORGANIZER.*$/m.exec(String(file!.content))?.[0].trim();
}

it("names the office as organizer of a visit", () => {
  expect(organizerOf("office@rukn.example")).toBe('ORGANIZER;CN="Rukn":mailto:office@rukn.example');
});

it("writes the calendar file before the company has an email address", () => {
  expect(organizerOf("")).toBe('ORGANIZER;CN="Rukn":mailto:no-reply@www.example.com');
});
