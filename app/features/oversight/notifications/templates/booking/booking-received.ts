import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import {
  arrivalDeadlineOf,
  type BookingMailContext,
  changeHint,
  contactDeadlineOf,
  contactSentence,
  customerFacts,
  isAhead,
  salutation,
} from "../context";

export function bookingReceived(context: BookingMailContext): Message {
  return context.booking.emergency ? emergencyReceived(context) : requestReceived(context);
}

function requestReceived(context: BookingMailContext): Message {
  const { booking, followUrl } = context;
  const held = booking.visit?.live === true && isAhead(booking.visit, booking);
  const heldUntil = held ? booking.visit?.heldUntil : null;
  const needsConfirmation = Boolean(heldUntil) && !booking.visit?.contactConfirmed;
  const asksForTime = booking.preferredDate !== null && booking.preferredTime !== null;
  const by = contactDeadlineOf(booking);
  return {
    subject: m.mail_received_subject({ reference: booking.reference, service: booking.serviceName }),
    calendar: held ? "REQUEST" : undefined,
    content: {
      tone: "normal",
      preview: responsePreview(booking, by),
      heading: m.mail_received_heading(),
      paragraphs: [
        salutation(context),
        responseSentence(context, by),
        heldUntil
          ? heldUntilSentence(heldUntil, needsConfirmation)
          : held
            ? m.mail_received_held()
            : asksForTime
              ? m.mail_received_not_held()
              : m.mail_received_open(),
      ],
      facts: customerFacts(context),
      button: { label: needsConfirmation ? m.mail_received_keep() : m.mail_follow(), href: followUrl },
      steps: {
        heading: m.mail_next_heading(),
        items: [
          ...(booking.contactDueAt ? [m.mail_received_step_contact()] : []),
          held ? m.mail_received_step_confirm() : m.mail_received_step_agree(),
          m.mail_received_step_technician(),
        ],
      },
      after: [changeHint(context), contactSentence(context)],
    },
  };
}

/** An email that was delayed in the queue can follow the confirmation. */
function heldUntilSentence(heldUntil: Date, needsConfirmation: boolean): string {
  const until = formatTime(heldUntil, "dateTime");
  return needsConfirmation ? m.mail_received_held_until({ until }) : m.mail_received_held_reply({ until });
}

/** `by`: null for phone bookings and once the deadline has passed. */
function responsePreview({ contactDueAt }: BookingMailContext["booking"], by: string | null): string {
  if (by) return m.mail_received_preview({ by });
  return contactDueAt ? m.mail_received_preview_open() : m.mail_received_preview_by_phone();
}

function responseSentence({ booking, business }: BookingMailContext, by: string | null): string {
  if (by) return m.mail_received_response_target({ business: bidiIsolate(business.name), by });
  return booking.contactDueAt
    ? m.mail_received_response_open({ business: bidiIsolate(business.name) })
    : m.mail_received_by_phone({ business: bidiIsolate(business.name) });
}

function emergencyReceived(context: BookingMailContext): Message {
  const { booking, business, followUrl } = context;
  const phone = formatPhone(business.emergencyPhone);
  return {
    subject: m.mail_emergency_received_subject({ reference: booking.reference }),
    content: {
      tone: "emergency",
      preview: m.mail_emergency_received_preview({ phone }),
      heading: m.mail_emergency_received_heading(),
      paragraphs: [salutation(context), emergencySentence(booking)],
      facts: customerFacts(context),
      button: {
        label: m.mail_emergency_call({ phone }),
        href: callHref(business.emergencyPhone),
      },
      links: [{ label: m.mail_follow(), href: followUrl }],
      after: [m.mail_emergency_safety()],
    },
  };
}

/** An outage can delay the email beyond the promised arrival. */
function emergencySentence(booking: BookingMailContext["booking"]): string {
  const deadline = arrivalDeadlineOf(booking);
  if (deadline <= booking.readAt) return m.mail_emergency_received_late();
  const sentence = booking.paged.some(({ declined }) => !declined)
    ? m.mail_emergency_received_target
    : m.mail_emergency_received_office;
  return sentence({ by: formatTime(deadline, "dateTime") });
}
