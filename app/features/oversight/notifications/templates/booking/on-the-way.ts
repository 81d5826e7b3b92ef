import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { addMinutes, dubaiDate, formatTime } from "~/platform/time";
import type { VisitFacts } from "../../mails/bookings/booking-facts.server";
import {
  type BookingMailContext,
  contactSentence,
  customerFacts,
  formatVisitTime,
  isAhead,
  salutation,
} from "../context";

type OnTheWay = NonNullable<VisitFacts["onTheWay"]>;

export function onTheWay(context: BookingMailContext, arrival: OnTheWay): Message {
  const name = nameOf(context);
  const time = timeOf(arrival, context);
  const when = time && m.mail_on_the_way_expected({ time });
  return {
    subject: m.mail_on_the_way_subject({
      technician: bidiIsolate(name),
      service: context.booking.serviceName,
    }),
    usefulUntil: endOfJourney(arrival),
    content: {
      ...journey(context),
      preview: when ?? m.mail_on_the_way_estimate(),
      heading: m.mail_on_the_way_heading(),
      paragraphs: [
        salutation(context),
        m.mail_on_the_way({ technician: bidiIsolate(name) }),
        ...(when ? [`${when} ${m.mail_on_the_way_estimate()}`] : []),
      ],
    },
  };
}

/** Delay reported on the way; null if no longer current. */
export function arrivalDelayed(context: BookingMailContext, arrival: OnTheWay): Message | null {
  const time = timeOf(arrival, context);
  if (!time) return null;
  const later = m.mail_on_the_way_later({ technician: bidiIsolate(nameOf(context)), time });
  return {
    subject: m.mail_on_the_way_later_subject({ time, service: context.booking.serviceName }),
    usefulUntil: endOfJourney(arrival),
    content: {
      ...journey(context),
      preview: m.mail_on_the_way_later_sorry(),
      heading: m.mail_on_the_way_later_heading({ time }),
      paragraphs: [salutation(context), later, m.mail_on_the_way_later_sorry()],
    },
  };
}

function nameOf({ booking }: BookingMailContext): string {
  return booking.visit?.technicianName ?? m.booking_our_technician();
}

/** Includes the day if the departure was on the day before. Null once the time has passed. */
function timeOf({ departedAt, expectedAt }: OnTheWay, { booking }: BookingMailContext): string | null {
  if (!expectedAt || expectedAt <= booking.readAt) return null;
  const sameDay = dubaiDate(expectedAt) === dubaiDate(departedAt);
  return formatTime(expectedAt, sameDay ? "time" : "dateTime");
}

/** Longest way in minutes for which no arrival could be estimated. */
const LONGEST_WAY_MIN = 120;

function endOfJourney({ departedAt, expectedAt }: OnTheWay): Date {
  return expectedAt ?? addMinutes(departedAt, LONGEST_WAY_MIN);
}

function journey(context: BookingMailContext) {
  const { booking, followUrl } = context;
  return {
    tone: booking.emergency ? ("emergency" as const) : ("normal" as const),
    facts: customerFacts(context),
    button: { label: m.mail_on_the_way_follow(), href: followUrl },
    after: [contactSentence(context)],
  };
}

/** Corrects a departure recorded by mistake. */
export function departureUndone(context: BookingMailContext): Message {
  const { booking, followUrl } = context;
  const visit = booking.visit?.state === "scheduled" ? booking.visit : null;
  const isUnchanged = visit !== null && isAhead(visit, booking);
  return {
    subject: m.mail_not_on_the_way_subject({ service: booking.serviceName }),
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: m.mail_not_on_the_way(),
      heading: m.mail_not_on_the_way_heading(),
      paragraphs: [
        salutation(context),
        m.mail_not_on_the_way(),
        ...(isUnchanged ? [m.mail_not_on_the_way_unchanged({ when: formatVisitTime(visit) })] : []),
      ],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [contactSentence(context)],
    },
  };
}
