import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { dubaiDate, dubaiTime, formatClock, formatDay } from "~/platform/time";
import { labelForInterval } from "../../../recurring-bookings/labels";
import type { RecurrenceInterval } from "../../../recurring-bookings/recurrence";
import type { Message } from "../../email/email";
import { type BookingMailContext, dear, factsOf, questions } from "../context";

/** What the mail that a series begins tells of it, as it is when it is written. */
export interface StartedRecurringBooking {
  interval: RecurrenceInterval;
  day: string;
  time: string;
}

/** What the mail that ends a series tells of it. */
export interface EndedRecurringBooking {
  /** What was called off with it. */
  cancelled: OccurrenceDay[];
  /** What stays, for whoever wants it. */
  toCome: OccurrenceDay[];
}

interface OccurrenceDay {
  reference: string;
  startsAt: Date | null;
  /** The day that it was asked for, where no time was fixed. */
  day: string | null;
}

/** To the customer: the visit is repeated. Told once, each visit has its own mails from its confirmation on. */
export function recurringBookingStarted(
  context: BookingMailContext,
  { interval, day, time }: StartedRecurringBooking,
): Message {
  const { booking, followUrl } = context;
  const often = labelForInterval(interval);
  return {
    subject: m.mail_series_subject({ service: booking.serviceName }),
    content: {
      tone: "normal",
      preview: m.mail_series_preview({ day: formatDay(day, "longDate") }),
      heading: m.mail_series_heading(),
      paragraphs: [dear(context), m.mail_series()],
      facts: factsOf([
        [m.mail_fact_service(), booking.serviceName],
        [m.mail_fact_rhythm(), often],
        [
          m.mail_fact_next_around(),
          m.mail_series_around({ day: formatDay(day, "longDate"), time: formatClock(time) }),
        ],
        [m.mail_fact_address(), bidiIsolate(booking.address)],
      ]),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_series_price(), questions(context)],
    },
  };
}

/** To the customer: no more visits are booked, and what was called off with that, in one mail. */
export function recurringBookingEnded(
  context: BookingMailContext,
  { cancelled, toCome }: EndedRecurringBooking,
): Message {
  const { booking, followUrl } = context;
  const said = cancelled.length > 0 ? m.mail_series_ended_cancelled() : m.mail_series_ended();
  return {
    subject: m.mail_series_ended_subject({ service: booking.serviceName }),
    content: {
      tone: "normal",
      preview: said,
      heading: m.mail_series_ended_heading(),
      paragraphs: [dear(context), said, ...(toCome.length > 0 ? [m.mail_series_ended_stays()] : [])],
      facts: factsOf([
        [m.mail_fact_service(), booking.serviceName],
        [m.mail_fact_cancelled(), cancelled.map(dayOf).join("\n")],
        [m.mail_fact_still_to_come(), toCome.map(dayOf).join("\n")],
        [m.mail_fact_address(), bidiIsolate(booking.address)],
      ]),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_cancelled_again(), questions(context)],
    },
  };
}

function dayOf({ reference, startsAt, day }: OccurrenceDay): string {
  // With the year: months lie between them.
  const on = startsAt ? dubaiDate(startsAt) : day;
  if (on === null) return reference;
  const date = formatDay(on, "longDate");
  if (!startsAt) return m.mail_series_day({ date, reference });
  return m.mail_series_visit({ date, time: formatClock(dubaiTime(startsAt)), reference });
}
