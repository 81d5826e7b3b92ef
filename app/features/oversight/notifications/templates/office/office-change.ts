import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, customerLinks, formatVisitStart, officeFacts } from "../context";

/** `hadVisit`: a visit was planned or held when the booking was cancelled. */
export function officeCancellation(
  context: BookingMailContext,
  { reason, hadVisit }: { reason: string | null; hadVisit: boolean },
): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_cancelled_subject({ reference }), [
    m.mail_office_cancelled(),
    ...(hadVisit ? [m.mail_office_cancelled_visit()] : []),
    ...(reason ? [m.mail_reason({ reason: bidiIsolate(reason) })] : []),
  ]);
}

export function officeRescheduling(context: BookingMailContext, startsAt: Date): Message {
  const { reference } = context.booking;
  const when = formatVisitStart({ startsAt });
  return officeChange(context, m.mail_office_rescheduled_subject({ reference, when }), [
    m.mail_office_rescheduled({ when }),
  ]);
}

export function officeWarrantyRequest(context: BookingMailContext, message: string): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_warranty_request_subject({ reference }), [
    m.mail_office_warranty_request(),
    m.mail_office_warranty_request_message({ words: bidiIsolate(message) }),
  ]);
}

/** Notifies the office of a technician's report that could not be applied. */
export function officeLateReport(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_late_report_subject({ reference }), [
    m.mail_office_late_report(),
  ]);
}

/** Notifies the office that the customer sent the missing gate pass or NOC. */
export function officePermit(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_permit_subject({ reference }), [m.mail_office_permit()]);
}

/** Notifies the office that a recurring booking ended because its service is no longer offered. */
export function officeRecurringBookingEnded(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_recurring_subject({ reference }), [m.mail_office_recurring()]);
}

/** Notifies the office that an occurrence found no free slot. */
export function officeOpenRecurrence(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_recurring_open_subject({ reference }), [
    m.mail_office_recurring_open(),
  ]);
}

/** Notifies the office that the next occurrence could not be booked because of an internal error. */
export function officeRecurringBookingStuck(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return officeChange(context, m.mail_office_recurring_stuck_subject({ reference }), [
    m.mail_office_recurring_stuck(),
  ]);
}

function officeChange(context: BookingMailContext, subject: string, paragraphs: string[]): Message {
  return {
    subject,
    content: {
      tone: "normal",
      preview: m.mail_office_change_preview({
        customer: bidiIsolate(context.booking.customerName),
        service: context.booking.serviceName,
      }),
      heading: subject,
      paragraphs,
      facts: officeFacts(context),
      button: { label: m.mail_office_open(), href: context.officeUrl },
      links: customerLinks(context),
      after: [],
    },
  };
}
