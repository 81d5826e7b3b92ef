import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { m } from "~/paraglide/messages";
import { dubaiLocalTime, dubaiTimeZone } from "~/platform/dubai-calendar.server";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Attachment } from "~/platform/mail/mail-transport.server";
import { DUBAI } from "~/platform/time";
import type { VisitFacts } from "../mails/bookings/booking-facts.server";
import type { BookingMailContext } from "../templates/context";

interface CalendarOptions {
  /** Makes the UIDs globally unique. */
  host: string;
  now: Date;
}

/**
 * A booking's visit for the customer's calendar. The UID stays the same for the life of the booking and the
 * sequence is its version, so a later file moves or removes the earlier entry. For a multi-day job the first
 * day has that UID and each other day its own. Days that no longer exist are removed by separate files,
 * because a file has a single method.
 */
export function calendarFiles(
  context: BookingMailContext,
  visit: VisitFacts,
  method: "REQUEST" | "CANCEL",
  options: CalendarOptions,
): Attachment[] {
  const { days, entered, reference } = context.booking;
  const standing = entered.filter(({ stands }) => stands).length;
  // Removing an entry that the calendar never had is harmless.
  const gone = entered.slice(standing).map((entry, index) => ({ ...entry, number: standing + index }));
  const numbered = (all: readonly Span[]) => all.map((entry, number) => ({ ...entry, number }));
  if (method === "CANCEL") {
    const entries = gone.length > 0 ? gone : numbered([visit]);
    return [
      fileOf(context, `${reference}.ics`, { method, entries, status: ICalEventStatus.CANCELLED }, options),
    ];
  }
  const entries = numbered(days.length > 0 ? days : [visit]);
  const status = visit.state === "held" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
  const file = fileOf(context, `${reference}.ics`, { method, entries, status }, options);
  if (gone.length === 0) return [file];
  const calledOff = { method: "CANCEL", entries: gone, status: ICalEventStatus.CANCELLED } as const;
  const name = m.mail_calendar_called_off_file({ reference });
  return [file, fileOf(context, `${name}.ics`, calledOff, options)];
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
      location: booking.address,
      url: followUrl,
      organizer: { name: business.name, email: business.officeEmail },
      attendees: booking.email
        ? [{ email: booking.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }]
        : [],
      status,
    });
  return { fileName, contentType: "text/calendar", content: calendar.toString(), method };
}
