import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { arrivalSentence, type BookingMailContext, customerLinks, officeFacts, toFacts } from "../context";

/** Gives the reason and the technicians paged instead. */
export function officePassedOn(context: BookingMailContext, by: string, reason: string | null): Message {
  const { booking, officeUrl } = context;
  const name = bidiIsolate(by);
  const paged = booking.paged.filter(({ declined }) => !declined).map((one) => bidiIsolate(one.name));
  const lead = m.mail_page_declined({ name: bidiIsolate(name) });
  const next =
    paged.length > 0
      ? m.mail_page_declined_others_paged({ names: formatList(paged) })
      : m.mail_page_declined_none_left();
  return {
    subject: m.mail_page_declined_subject({
      reference: booking.reference,
      area: bidiIsolate(placeInReaderLanguage(booking.area || booking.address)),
    }),
    content: {
      tone: "emergency",
      preview: next,
      heading: m.mail_page_declined_heading(),
      paragraphs: [lead, next, arrivalSentence(booking)],
      facts: [...toFacts([[m.mail_fact_reason(), reason && bidiIsolate(reason)]]), ...officeFacts(context)],
      button: { label: m.mail_office_open(), href: officeUrl },
      links: customerLinks(context),
      after: [],
    },
  };
}
