import { m } from "~/paraglide/messages";
import type { VisitFacts } from "../booking-facts.server";
import type { Message } from "../letter";
import { customerFacts, dear, type LetterContext, momentOf, questions, spanOf } from "./context";

export function technicianAssigned(context: LetterContext, visit: VisitFacts, technician: string): Message {
  const { followUrl } = context;
  return {
    subject: m.mail_assigned_subject({ technician, when: momentOf(visit) }),
    calendar: "REQUEST",
    letter: {
      tone: context.booking.emergency ? "emergency" : "normal",
      preview: m.mail_assigned({ technician, when: spanOf(visit) }),
      heading: m.mail_assigned_heading(),
      paragraphs: [dear(context), m.mail_assigned({ technician, when: spanOf(visit) })],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_assigned_hint(), m.mail_change_hint(), questions(context)],
    },
  };
}
