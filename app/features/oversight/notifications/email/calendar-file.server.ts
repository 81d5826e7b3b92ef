import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { m } from "~/paraglide/messages";
import { dubaiLocalTime, dubaiTimeZone } from "~/platform/dubai-calendar.server";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Attachment } from "~/platform/mail/mail-transport.server";
import { DUBAI } from "~/platform/time";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import type { VisitFacts } from "../mails/bookings/booking-facts.server";
import type { BookingMailContext } from "../templates/context";

interface CalendarOptions {
  /** Makes the UIDs globally unique. */
  host: string;
  now: Date;
}

/**
 * Adds a booking's visits to the customer's calendar. The UID is stable and the sequence is the booking's
 * version, so that a later file moves or removes the earlier entry. Each further day of a multi-day job has
 * its own UID. Removed days need a separate file because a file has one method.
 */
export function calendarFiles(
  context: BookingMailContext,
  visit: VisitFacts,
  method: "REQUEST" | "CANCEL",
  options: CalendarOptions,
): Attachment[] {
  const { days, plannedDays: entered, reference } = context.booking;
  const currentCount = entered.filter(({ isCurrent: stands }) => stands).length;
  // Removing an entry that the calendar never had is harmless.
  const removed = entered
    .slice(currentCount)
    .map((entry, index) => ({ ...entry, number: currentCount + index }));
  const numbered = (all: readonly Span[]) => all.map((entry, number) => ({ ...entry, number }));
  if (method === "CANCEL") {
    const entries = removed.length > 0 ? removed : numbered([visit]);
    return [
      fileOf(context, `${reference}.ics`, { method, entries, status: ICalEventStatus.CANCELLED }, options),
    ];
  }
  const entries = numbered(days.length > 0 ? days : [visit]);
  const status = visit.state === "held" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
  const file = fileOf(context, `${reference}.ics`, { method, entries, status }, options);
  if (removed.length === 0) return [file];
  const cancellation = { method: "CANCEL", entries: removed, status: ICalEventStatus.CANCELLED } as const;
  // The same in all languages, because a right-to-left word would move the extension of the file.
  return [file, fileOf(context, `${reference}-cancelled.ics`, cancellation, options)];
}

interface Span {
  startsAt: Date;
  endsAt: Date;
}

function fileOf(
  { booking, business, followUrl }: BookingMailContext,
  fileName: string,
  {
    method,
    entries,
    status,
  }: {
    method: "REQUEST" | "CANCEL";
    entries: readonly (Span & { number: number })[];
    status: ICalEventStatus;
  },
  { host, now }: CalendarOptions,
): Attachment {
  const calendar = ical({
    prodId: { company: business.name, product: "bookings" },
    method: ICalCalendarMethod[method],
    timezone: dubaiTimeZone,
  });
  for (const { number, startsAt, endsAt } of entries)
    calendar.createEvent({
      id: `${booking.id}${number === 0 ? "" : `-${number + 1}`}@${host}`,
      sequence: booking.version,
      stamp: now,
      timezone: DUBAI,
      start: dubaiLocalTime(startsAt),
      end: dubaiLocalTime(endsAt),
      summary: m.mail_calendar_summary({
        service: booking.serviceName,
        business: bidiIsolate(business.name),
      }),
      description: m.mail_calendar_description({ reference: booking.reference, url: followUrl }),
      location: placeInReaderLanguage(booking.address),
      url: followUrl,
      // Required by RFC 5546, also before the company has an address.
      organizer: { name: business.name, email: business.officeEmail || `no-reply@${host}` },
      attendees: booking.email
        ? [{ email: booking.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }]
        : [],
      status,
    });
  return { fileName, contentType: "text/calendar", content: calendar.toString(), method };
}
