import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { addMinutes, formatTime } from "~/platform/time";
import { EMERGENCY_ARRIVAL_MIN } from "../../../../operations/bookings/booking";
import { type BookingMailContext, customerLinks, officeFacts } from "../context";

export function officeAlert(context: BookingMailContext): Message {
  const { booking, officeUrl } = context;
  const { emergency, reference, requestedAt, contactDueAt } = booking;
  const named = {
    reference,
    service: booking.serviceName,
    area: bidiIsolate(booking.area || booking.address),
  };
  const arriveBy = formatTime(addMinutes(requestedAt, EMERGENCY_ARRIVAL_MIN), "dateTime");
  const contact = contactDueAt
    ? m.mail_office_contact_by({ by: formatTime(contactDueAt, "dateTime") })
    : m.mail_office_by_phone();
  const due = emergency ? m.mail_office_arrive_by({ by: arriveBy }) : contact;
  return {
    subject: emergency ? m.mail_office_emergency_subject(named) : m.mail_office_request_subject(named),
    content: {
      tone: emergency ? "emergency" : "normal",
      preview: due,
      heading: emergency ? m.mail_office_emergency_heading() : m.mail_office_request_heading(),
      paragraphs: [due],
      facts: officeFacts(context),
      button: { label: m.mail_office_open(), href: officeUrl },
      links: customerLinks(context),
      after: [],
    },
  };
}
