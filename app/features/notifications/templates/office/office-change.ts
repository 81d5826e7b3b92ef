import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "../../email/email";
import { type BookingMailContext, customerLinks, momentOf, officeFacts } from "../context";

/** To the office: the customer cancelled by the mailed link or in the dashboard. */
export function officeCancellation(context: BookingMailContext, reason: string | null): Message {
  return officeChange(context, m.mail_office_cancelled_subject({ reference: context.booking.reference }), [
    m.mail_office_cancelled(),
    ...(reason ? [m.mail_reason({ reason: bidiIsolate(reason) })] : []),
  ]);
}

/** To the office: the customer moved the visit. */
export function officeRescheduling(context: BookingMailContext, startsAt: Date): Message {
  const { reference } = context.booking;
  const when = momentOf({ startsAt });
  return officeChange(context, m.mail_office_rescheduled_subject({ reference, when }), [
    m.mail_office_rescheduled({ when }),
  ]);
}

/** To the office: the customer asks for a visit under the warranty. */
export function officeWarrantyRequest(context: BookingMailContext, words: string): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_revisit_subject({ reference }), [
    m.mail_office_revisit(),
    m.mail_office_revisit_words({ words: bidiIsolate(words) }),
  ]);
}

/** To the office: the customer sent the gate pass or NOC that was missing. */
export function officePermit(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_permit_subject({ reference }), [m.mail_office_permit()]);
}

/** To the office: a series ended by itself, as its service is no longer offered. */
export function officeRecurringBookingEnded(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_series_subject({ reference }), [m.mail_office_series()]);
}

/** To the office: the next visit of a series could not be booked, by a fault of ours. */
export function officeRecurringBookingStuck(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_series_stuck_subject({ reference }), [
    m.mail_office_series_stuck(),
  ]);
}

function officeChange(context: BookingMailContext, subject: string, paragraphs: string[]): Message {
  return {
    subject,
    content: {
      tone: "normal",
      preview: paragraphs[0]!,
      heading: subject,
      paragraphs,
      facts: officeFacts(context),
      button: { label: m.mail_office_open(), href: context.officeUrl },
      links: customerLinks(context),
      after: [],
    },
  };
}
