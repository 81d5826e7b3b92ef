import { m } from "~/paraglide/messages";
import { bidiIsolate, enumerated } from "~/platform/locale/locale";
import { mapHref } from "~/platform/text/contact-links";
import type { VisitChangeKind } from "../../bookings/visits/pending-notification";
import type { Message } from "../email/email";
import type { VisitFacts } from "../mails/bookings/booking-facts.server";
import {
  type BookingMailContext,
  factsOf,
  isOver,
  momentOf,
  noLongerAt,
  questions,
  spanOf,
  spanOfDays,
} from "./context";

function whenOf({ days }: BookingMailContext["booking"], visit: VisitFacts): string {
  const isPlanned = days.some(({ technicianIds }) => technicianIds.includes(visit.technicianId ?? ""));
  return isPlanned ? spanOfDays(days, visit.technicianId) : spanOf(visit);
}

/** A removed visit was cancelled with its booking, went to another technician, or left the schedule otherwise. */
function removalSubject(booking: BookingMailContext["booking"]) {
  if (isOver(booking)) return m.mail_technician_cancelled_subject;
  return booking.visit?.live && booking.visit.technicianId
    ? m.mail_technician_reassigned_subject
    : m.mail_technician_off_subject;
}

/** To a technician: a visit is his, is at another time, or is his no longer. `from`: the time that he was told before; `url`: where he finds his visits. */
export function technicianVisit(
  context: BookingMailContext,
  what: VisitChangeKind,
  from: Date | null,
  url: string,
): Message | null {
  const { booking } = context;
  const { serviceName: service, area } = booking;
  const visit = what === "cancelled" ? null : booking.visit;
  const when = visit ?? (from && { startsAt: from });
  if (!when) return null;
  const subject = {
    assigned: m.mail_technician_visit_subject,
    rescheduled: m.mail_technician_moved_subject,
    cancelled: removalSubject(booking),
  }[what]({ service, area, when: momentOf(when) });
  return {
    subject,
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: subject,
      heading: subject,
      paragraphs: visit ? noLongerAt(from, visit) : [m.mail_technician_off()],
      facts: factsOf([
        [m.mail_fact_reference(), booking.reference],
        [m.mail_fact_when(), visit && whenOf(booking, visit)],
        [
          m.mail_fact_crew_mates(),
          visit && visit.otherCrewNames.length > 0 ? enumerated(visit.otherCrewNames.map(bidiIsolate)) : null,
        ],
        [m.mail_fact_address(), visit && booking.address, mapHref(booking.address)],
      ]),
      button: { label: m.mail_technician_button(), href: url },
      after: [questions(context)],
    },
  };
}
