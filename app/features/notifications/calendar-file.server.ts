import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalDayJsStub,
  ICalEventStatus,
} from "ical-generator";
import { m } from "~/paraglide/messages";
import type { Attachment } from "~/platform/mail-transport.server";
import { DUBAI, dubaiDate, dubaiTime } from "~/platform/time";
import type { VisitFacts } from "./booking-facts.server";
import type { LetterContext } from "./letters/context";

/** Dubai's clocks never change, so its rules are these few lines; calendars without a zone table need them. */
const DUBAI_RULES = [
  "BEGIN:VTIMEZONE",
  `TZID:${DUBAI}`,
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0400",
  "TZOFFSETTO:+0400",
  "TZNAME:+04",
  "END:STANDARD",
  "END:VTIMEZONE",
].join("\r\n");

/**
 * A booking's visit for the customer's calendar. The UID is the booking's for its whole life and the sequence its
 * version, so a later file moves or removes the entry that an earlier one made. `host` makes the UID the world's only.
 */
export function calendarFile(
  { booking, business, followUrl }: LetterContext,
  visit: VisitFacts,
  method: "REQUEST" | "CANCEL",
  { host, now }: { host: string; now: Date },
): Attachment {
  const calendar = ical({
    prodId: { company: business.name, product: "bookings" },
    method: ICalCalendarMethod[method],
    // No zone for the calendar as a whole: stamps would follow it, and they must be UTC (RFC 5545, 3.8.7.2).
    timezone: { name: null, generator: () => DUBAI_RULES },
  });
  calendar.createEvent({
    id: `${booking.id}@${host}`,
    sequence: booking.version,
    stamp: now,
    timezone: DUBAI,
    start: dubaiClock(visit.startsAt),
    end: dubaiClock(visit.endsAt),
    summary: m.mail_calendar_summary({ service: booking.serviceName, business: business.name }),
    description: m.mail_calendar_description({ reference: booking.reference, url: followUrl }),
    location: booking.address,
    url: followUrl,
    organizer: { name: business.name, email: business.officeEmail },
    attendees: [{ email: booking.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    status: statusOf(visit, method),
  });
  return {
    fileName: `${booking.reference}.ics`,
    contentType: "text/calendar",
    content: calendar.toString(),
    method,
  };
}

function statusOf(visit: VisitFacts, method: "REQUEST" | "CANCEL"): ICalEventStatus {
  if (method === "CANCEL") return ICalEventStatus.CANCELLED;
  return visit.state === "held" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}

/** The one shape in which the library takes a time with its zone and leaves it alone, whatever zone the machine has. */
function dubaiClock(instant: Date): ICalDayJsStub {
  const clock = {
    tz: () => clock,
    format: (pattern?: string) =>
      pattern === "YYYYMMDD"
        ? dubaiDate(instant).replaceAll("-", "")
        : `${dubaiTime(instant).replace(":", "")}00`,
    toDate: () => instant,
    toJSON: () => instant.toISOString(),
    isValid: () => true,
  };
  return clock;
}
