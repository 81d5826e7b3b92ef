import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { m } from "~/paraglide/messages";
import { dubaiClock, dubaiRules } from "~/platform/dubai-calendar.server";
import { isolated } from "~/platform/locale/locale";
import type { Attachment } from "~/platform/mail/mail-transport.server";
import { DUBAI } from "~/platform/time";
import type { VisitFacts } from "../mails/booking-facts.server";
import type { BookingMailContext } from "../templates/context";

/**
 * A booking's visit for the customer's calendar. The UID is the booking's for its whole life and the sequence its
 * version, so a later file moves or removes the entry that an earlier one made. `host` makes the UID the world's only.
 */
export function calendarFile(
  { booking, business, followUrl }: BookingMailContext,
  visit: VisitFacts,
  method: "REQUEST" | "CANCEL",
  { host, now }: { host: string; now: Date },
): Attachment {
  const calendar = ical({
    prodId: { company: business.name, product: "bookings" },
    method: ICalCalendarMethod[method],
    timezone: dubaiRules,
  });
  // Of work over several days the first has the booking's UID, the others theirs beside it.
  const days = method === "REQUEST" && booking.days.length > 0 ? booking.days : [visit];
  for (const [index, day] of days.entries())
    calendar.createEvent({
      id: `${booking.id}${index === 0 ? "" : `-${index + 1}`}@${host}`,
      sequence: booking.version,
      stamp: now,
      timezone: DUBAI,
      start: dubaiClock(day.startsAt),
      end: dubaiClock(day.endsAt),
      summary: m.mail_calendar_summary({ service: booking.serviceName, business: isolated(business.name) }),
      description: m.mail_calendar_description({ reference: booking.reference, url: followUrl }),
      location: booking.address,
      url: followUrl,
      organizer: { name: business.name, email: business.officeEmail },
      attendees: booking.email
        ? [{ email: booking.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }]
        : [],
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
