import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { dubaiDate, dubaiTime, formatClock, formatDay } from "~/platform/time";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { labelForInterval } from "../../../../operations/recurring-bookings/labels";
import type { RecurrenceInterval } from "../../../../operations/recurring-bookings/recurrence";
import { type BookingMailContext, contactSentence, salutation, toFacts } from "../context";

export interface StartedRecurringBooking {
  interval: RecurrenceInterval;
  day: string;
  time: string;
}

export interface EndedRecurringBooking {
  cancelled: OccurrenceDay[];
  upcoming: OccurrenceDay[];
}

interface OccurrenceDay {
  reference: string;
  startsAt: Date | null;
  /** Requested day if no time was fixed. */
  day: string | null;
}

/** Each visit has its own emails from its confirmation on. */
export function recurringBookingStarted(
  context: BookingMailContext,
  { interval, day, time }: StartedRecurringBooking,
): Message {
  const { booking, followUrl } = context;
  const often = labelForInterval(interval);
  return {
    subject: m.mail_recurring_subject({ service: booking.serviceName }),
    content: {
      tone: "normal",
      preview: m.mail_recurring_preview({ day: formatDay(day, "longDate") }),
      heading: m.mail_recurring_heading(),
      paragraphs: [salutation(context), m.mail_recurring()],
      facts: toFacts([
        [m.mail_fact_service(), booking.serviceName],
        [m.mail_fact_recurrence_interval(), often],
        [
          m.mail_fact_next_around(),
          m.mail_recurring_around({ day: formatDay(day, "longDate"), time: formatClock(time) }),
        ],
        [m.mail_fact_address(), bidiIsolate(placeInReaderLanguage(booking.address))],
      ]),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_recurring_price(), contactSentence(context)],
    },
  };
}

export function recurringBookingEnded(
  context: BookingMailContext,
  { cancelled, upcoming }: EndedRecurringBooking,
): Message {
  const { booking, followUrl } = context;
  const lead = cancelled.length > 0 ? m.mail_recurring_ended_cancelled() : m.mail_recurring_ended();
  return {
    subject: m.mail_recurring_ended_subject({ service: booking.serviceName }),
    content: {
      tone: "normal",
      preview: lead,
      heading: m.mail_recurring_ended_heading(),
      paragraphs: [
        salutation(context),
        lead,
        ...(upcoming.length > 0 ? [m.mail_recurring_ended_kept_visits()] : []),
      ],
      facts: toFacts([
        [m.mail_fact_service(), booking.serviceName],
        [m.mail_fact_cancelled(), cancelled.map(dayOf).join("\n")],
        [m.mail_fact_still_to_come(), upcoming.map(dayOf).join("\n")],
        [m.mail_fact_address(), bidiIsolate(placeInReaderLanguage(booking.address))],
      ]),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_cancelled_again(), contactSentence(context)],
    },
  };
}

function dayOf({ reference, startsAt, day }: OccurrenceDay): string {
  // Includes the year, because months lie between occurrences.
  const visitDay = startsAt ? dubaiDate(startsAt) : day;
  if (visitDay === null) return reference;
  const date = formatDay(visitDay, "longDate");
  if (!startsAt) return m.mail_recurring_day({ date, reference });
  return m.mail_recurring_visit({ date, time: formatClock(dubaiTime(startsAt)), reference });
}
