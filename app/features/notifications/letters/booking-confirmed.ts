import { m } from "~/paraglide/messages";
import type { Message } from "../letter";
import { customerFacts, dear, type LetterContext, momentOf, questions } from "./context";

export function bookingConfirmed(context: LetterContext): Message {
  const { booking, followUrl } = context;
  const visit = booking.visit?.live ? booking.visit : null;
  const { reference, serviceName: service } = booking;
  return {
    subject: visit
      ? m.mail_confirmed_subject_time({ service, when: momentOf(visit) })
      : m.mail_confirmed_subject({ service, reference }),
    calendar: visit ? "REQUEST" : undefined,
    letter: {
      tone: "normal",
      preview: m.mail_confirmed_preview({ reference }),
      heading: m.mail_confirmed_heading(),
      paragraphs: [dear(context), visit ? m.mail_confirmed_time() : m.mail_confirmed_open()],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_change_hint(), questions(context)],
    },
  };
}
