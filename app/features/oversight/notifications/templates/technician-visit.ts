import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { callHref, mapHref } from "~/platform/text/contact-links";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import type { VisitChangeKind } from "../../../operations/bookings/visits/pending-notification";
import type { VisitFacts } from "../mails/bookings/booking-facts.server";
import {
  type BookingMailContext,
  contactSentence,
  formatDays,
  formatVisitStart,
  formatVisitTime,
  formerTimeNote,
  isCancelledOrDeclined,
  toFacts,
} from "./context";

function whenOf({ days }: BookingMailContext["booking"], visit: VisitFacts): string {
  const isPlanned = days.some(({ technicianIds }) => technicianIds.includes(visit.technicianId ?? ""));
  return isPlanned ? formatDays(days, visit.technicianId) : formatVisitTime(visit);
}

/** A visit leaves a technician's schedule by cancellation of the booking, reassignment or removal. */
function removalSubject({ visit, ...booking }: BookingMailContext["booking"], visitId: string) {
  if (isCancelledOrDeclined(booking)) return m.mail_technician_cancelled_subject;
  return visit?.live && visit.id === visitId && visit.technicianId
    ? m.mail_technician_reassigned_subject
    : m.mail_technician_off_subject;
}

interface VisitChange {
  visitId: string;
  what: VisitChangeKind;
  /** Last time sent to the technician; null if the visit is new to them. */
  from: Date | null;
}

interface TechnicianVisitChange extends VisitChange {
  /** Page with the technician's visits; null for technicians who cannot sign in. */
  url: string | null;
}

/** The change in one line; null if there is nothing to announce. */
export function visitChangeSubject(
  booking: BookingMailContext["booking"],
  { visitId, what, from }: VisitChange,
): string | null {
  const { serviceName: service } = booking;
  const area = placeInReaderLanguage(booking.area);
  const visit = what === "cancelled" ? null : booking.visit;
  const when = visit ?? (from && { startsAt: from });
  if (!when) return null;
  return {
    assigned: m.mail_technician_visit_subject,
    rescheduled: m.mail_technician_moved_subject,
    cancelled: removalSubject(booking, visitId),
  }[what]({ service, area, when: formatVisitStart(when) });
}

export function technicianVisit(
  context: BookingMailContext,
  { url, ...change }: TechnicianVisitChange,
): Message | null {
  const { booking } = context;
  const { what, from } = change;
  const subject = visitChangeSubject(booking, change);
  if (!subject) return null;
  const visit = what === "cancelled" ? null : booking.visit;
  return {
    subject,
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: visit
        ? m.mail_technician_preview({ address: bidiIsolate(placeInReaderLanguage(booking.address)) })
        : m.mail_technician_off(),
      heading: subject,
      paragraphs: visit ? formerTimeNote(from, visit) : [m.mail_technician_off()],
      facts: toFacts([
        [m.mail_fact_reference(), booking.reference],
        [m.mail_fact_when(), visit && whenOf(booking, visit)],
        [
          m.mail_fact_crew(),
          visit && visit.otherCrewNames.length > 0 ? formatList(visit.otherCrewNames.map(bidiIsolate)) : null,
        ],
        [m.mail_fact_address(), visit && placeInReaderLanguage(booking.address), mapHref(booking.address)],
      ]),
      button: url
        ? { label: m.mail_technician_button(), href: url }
        : { label: m.mail_on_call_office(), href: callHref(context.business.phone) },
      after: [contactSentence(context)],
    },
  };
}
