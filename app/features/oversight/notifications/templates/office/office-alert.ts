import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { addMinutes, formatTime } from "~/platform/time";
import { EMERGENCY_ARRIVAL_MIN } from "../../../../operations/bookings/booking";
import { type BookingMailContext, customerLinks, officeFacts } from "../context";

/** `contactDueAt`: deadline for the office to contact the customer. */
export function officeAlert(context: BookingMailContext, contactDueAt: Date): Message {
  const { booking, officeUrl } = context;
  const { emergency, reference, requestedAt } = booking;
  const named = {
    reference,
    service: booking.serviceName,
    area: bidiIsolate(booking.area || booking.address),
  };
  const arriveBy = formatTime(addMinutes(requestedAt, EMERGENCY_ARRIVAL_MIN), "dateTime");
  const contactBy = formatTime(contactDueAt, "dateTime");
  const due = emergency
    ? m.mail_office_arrive_by({ by: arriveBy })
    : m.mail_office_contact_by({ by: contactBy });
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
