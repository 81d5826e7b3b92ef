import { m } from "~/paraglide/messages";
import type { Message } from "../../email/email";
import {
  type BookingMailContext,
  changeHint,
  customerFacts,
  dear,
  momentOf,
  noLongerAt,
  questions,
} from "../context";

/** `held`: the time that was held for the customer until then, if one was. */
export function bookingConfirmed(context: BookingMailContext, held: Date | null): Message {
  const { booking, followUrl } = context;
  const visit = booking.visit?.live ? booking.visit : null;
  const { reference, serviceName: service } = booking;
  const comes = visit?.technicianName ? m.mail_confirmed_with() : m.mail_confirmed_time();
  return {
    subject: visit
      ? m.mail_confirmed_subject_time({ service, when: momentOf(visit) })
      : m.mail_confirmed_subject({ service, reference }),
    calendar: visit ? "REQUEST" : undefined,
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: m.mail_confirmed_preview({ reference }),
      heading: m.mail_confirmed_heading(),
      paragraphs: [dear(context), visit ? comes : m.mail_confirmed_open(), ...noLongerAt(held, visit)],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [changeHint(context), questions(context)],
    },
  };
}
