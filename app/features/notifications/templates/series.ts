import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { formatClock, formatDay } from "~/platform/time";
import { wordForRhythm } from "../../series/labels";
import type { Rhythm } from "../../series/rhythm";
import type { Message } from "../email/email";
import { type BookingMailContext, dear, factsOf, questions } from "./context";

/** What the mail that a series begins tells of it, as it is when it is written. */
export interface BegunSeries {
  rhythm: Rhythm;
  day: string;
  time: string;
}

/** To the customer: the visit is repeated. Told once, each visit has its own mails from its confirmation on. */
export function seriesBegun(context: BookingMailContext, { rhythm, day, time }: BegunSeries): Message {
  const { booking, followUrl } = context;
  const often = wordForRhythm(rhythm);
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
        [m.mail_fact_address(), isolated(booking.address)],
      ]),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_series_price(), questions(context)],
    },
  };
}
