import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, contactSentence, customerFacts, salutation } from "../context";

export function bookingCancelled(
  context: BookingMailContext,
  { byCustomer, reason }: { byCustomer: boolean; reason: string | null },
): Message {
  const { booking, followUrl } = context;
  return {
    subject: m.mail_cancelled_subject({ reference: booking.reference }),
    // Only if an earlier email created a calendar entry. A visit that took place stays in the calendar.
    calendar: booking.visit && !booking.visit.hasStarted ? "CANCEL" : undefined,
    content: {
      tone: "normal",
      preview: m.mail_cancelled_preview(),
      heading: m.mail_cancelled_heading(),
      paragraphs: [
        salutation(context),
        byCustomer ? m.mail_cancelled_by_customer() : m.mail_cancelled_by_office(),
        ...(reason && !byCustomer ? [m.mail_reason({ reason: bidiIsolate(reason) })] : []),
      ],
      facts: customerFacts(context),
      button: { label: m.mail_see_booking(), href: followUrl },
      after: [m.mail_cancelled_again(), contactSentence(context)],
    },
  };
}
