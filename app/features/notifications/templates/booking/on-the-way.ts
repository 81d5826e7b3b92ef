import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import type { Message } from "../../email/email";
import { type BookingMailContext, customerFacts, dear, questions, spanOf } from "../context";

export function onTheWay(context: BookingMailContext, technician: string): Message {
  const { booking, followUrl } = context;
  const name = isolated(technician);
  return {
    subject: m.mail_on_the_way_subject({ technician: isolated(name), service: booking.serviceName }),
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: m.mail_on_the_way({ technician: isolated(name) }),
      heading: m.mail_on_the_way_heading(),
      paragraphs: [dear(context), m.mail_on_the_way({ technician: isolated(name) })],
      facts: customerFacts(context),
      button: { label: m.mail_on_the_way_follow(), href: followUrl },
      after: [questions(context)],
    },
  };
}

/** It was tapped by mistake. */
export function notOnTheWay(context: BookingMailContext): Message {
  const { booking, followUrl } = context;
  const visit = booking.visit?.state === "scheduled" ? booking.visit : null;
  return {
    subject: m.mail_not_on_the_way_subject({ service: booking.serviceName }),
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: m.mail_not_on_the_way(),
      heading: m.mail_not_on_the_way_heading(),
      paragraphs: [
        dear(context),
        m.mail_not_on_the_way(),
        ...(visit ? [m.mail_not_on_the_way_stays({ when: spanOf(visit) })] : []),
      ],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [questions(context)],
    },
  };
}
