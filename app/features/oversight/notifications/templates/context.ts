import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList, localeOrDefault } from "~/platform/locale/locale";
import type { Fact, Link } from "~/platform/messaging/message";
import { formatMoney } from "~/platform/money";
import type { StateTone } from "~/platform/state-tone";
import { callHref, mapHref, whatsappHref } from "~/platform/text/contact-links";
import { formatPhone, mayHaveWhatsapp } from "~/platform/text/phone";
import { addMinutes, formatClock, formatDay, formatTime } from "~/platform/time";
import type { Business } from "../../../core/business/queries.server";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { hasFixedPrice } from "../../../core/pricing/booking-price";
import { EMERGENCY_ARRIVAL_MIN, terminalStates } from "../../../operations/bookings/booking";
import { labelForState } from "../../../operations/bookings/labels";
import { coveredByContract, labelForLine } from "../../../operations/bookings/lines/labels";
import { customerStateMarks, stateMarks } from "../../../operations/bookings/state-marks";
import type { BookingFacts, DayFacts, VisitFacts } from "../mails/bookings/booking-facts.server";

export interface BookingMailContext {
  booking: BookingFacts;
  business: Business;
  /** Page on which the customer follows, changes or cancels the booking without an account. */
  followUrl: string;
  /** Booking page in the back office. */
  officeUrl: string;
}

/** "Saturday, 21 November 2026, 10:00 am – 12:00 pm", Dubai time. */
export function formatVisitTime(visit: Pick<VisitFacts, "startsAt" | "endsAt">): string {
  return m.mail_span({
    date: formatTime(visit.startsAt, "longDate"),
    start: formatTime(visit.startsAt, "time"),
    end: formatTime(visit.endsAt, "time"),
  });
}

/** "Sat, 21 Nov, 10:00 am", for subjects. */
export function formatVisitStart(visit: Pick<VisitFacts, "startsAt">): string {
  return formatTime(visit.startsAt, "dateTime");
}

/** False for an email that was delayed until the start of the visit. */
export function isAhead({ startsAt }: Pick<VisitFacts, "startsAt">, { readAt }: BookingFacts): boolean {
  return startsAt > readAt;
}

/** Deadline of the response target; null for phone bookings and once it has passed. */
export function contactDeadlineOf({ contactDueAt, readAt }: BookingFacts): string | null {
  return contactDueAt && contactDueAt > readAt ? formatTime(contactDueAt, "dateTime") : null;
}

/** End of the promised arrival of an emergency. */
export function arrivalDeadlineOf({ requestedAt }: Pick<BookingFacts, "requestedAt">): Date {
  return addMinutes(requestedAt, EMERGENCY_ARRIVAL_MIN);
}

/** For the office and technicians, whose email may be delayed beyond the promised arrival. */
export function arrivalSentence(booking: Pick<BookingFacts, "requestedAt" | "readAt">): string {
  const deadline = arrivalDeadlineOf(booking);
  const by = formatTime(deadline, "dateTime");
  return deadline > booking.readAt ? m.mail_office_arrive_by({ by }) : m.mail_office_arrive_by_passed({ by });
}

/** The former time of a visit; empty if it has not changed. */
export function formerTimeNote(before: Date | null, visit: Pick<VisitFacts, "startsAt"> | null): string[] {
  if (!before || before.getTime() === visit?.startsAt.getTime()) return [];
  return [m.mail_rescheduled_before({ when: formatVisitStart({ startsAt: before }) })];
}

/** Names of the crew, lead technician first; null if unassigned. */
function formatCrew(visit: VisitFacts | null): string | null {
  return visit?.live && visit.technicianName
    ? formatList([visit.technicianName, ...visit.otherCrewNames].map(bidiIsolate))
    : null;
}

/** Names the technician only after the office has assigned one. */
export function customerFacts({ booking }: BookingMailContext): Fact[] {
  const { visit } = booking;
  const assigned = visit?.state === "held" ? null : formatCrew(visit);
  return toFacts([
    [m.mail_fact_reference(), booking.reference],
    stateRow(booking, customerStateMarks),
    [m.mail_fact_service(), booking.serviceName],
    [m.mail_fact_when(), whenOf(booking)],
    [m.mail_fact_technician(), assigned],
    [m.mail_fact_address(), bidiIsolate(placeInReaderLanguage(booking.address))],
    [m.mail_fact_message(), bidiIsolate(booking.message)],
    [labelForLines(booking), linesOf(booking)],
    priceOf(booking),
  ]);
}

export function officeFacts({ booking }: BookingMailContext): Fact[] {
  const { visit } = booking;
  return toFacts([
    [m.mail_fact_reference(), booking.reference],
    stateRow(booking, stateMarks),
    [m.mail_fact_service(), booking.serviceName],
    [m.mail_fact_when(), whenOf(booking)],
    [m.mail_fact_technician(), formatCrew(visit)],
    ...customerRows({ name: booking.customerName, company: booking.company }),
    [m.mail_fact_phone(), formatPhone(booking.phone), callHref(booking.phone)],
    [m.mail_fact_email(), booking.email, booking.email ? `mailto:${booking.email}` : undefined],
    [m.mail_fact_address(), bidiIsolate(placeInReaderLanguage(booking.address)), mapHref(booking.address)],
    [m.mail_fact_message(), bidiIsolate(booking.message)],
    [labelForLines(booking), linesOf(booking)],
    priceOf(booking),
    [m.mail_fact_booking_received(), formatTime(booking.requestedAt, "dateTime")],
  ]);
}

type FactRow = [label: string, value: string | null, href?: string, tone?: StateTone];

function stateRow({ state }: BookingFacts, marks: typeof stateMarks): FactRow {
  return [m.mail_fact_state(), labelForState(state), undefined, marks[state].tone];
}

/** The person, and the company that is billed. */
export function customerRows({ name, company }: { name: string; company: string | null }): FactRow[] {
  return [
    [m.mail_fact_customer(), bidiIsolate(name)],
    [m.mail_fact_company(), company && bidiIsolate(company)],
  ];
}

export function toFacts(rows: FactRow[]): Fact[] {
  return rows.flatMap(([label, value, href, tone]) => (value ? [{ label, value, href, tone }] : []));
}

/** Time of the visit, also of a cancelled one; without a visit the preferred time. */
function whenOf(booking: BookingFacts): string | null {
  const { visit } = booking;
  // The preference of a request that is over will not be confirmed.
  if (!visit) return isCancelledOrDeclined(booking) ? null : preferenceOf(booking);
  if (visit.live) return booking.days.length > 0 ? formatDays(booking.days) : formatVisitTime(visit);
  if (visit.hasStarted && terminalStates.includes(booking.state)) return formatVisitTime(visit);
  return isCancelledOrDeclined(booking)
    ? m.mail_time_cancelled({ when: formatVisitTime(visit) })
    : m.mail_time_open();
}

/**
 * "Day 1 of 3: Saturday, 21 November 2026, 10:00 am – 12:00 pm", a line each. `technicianId`: limits the days
 * to those of the technician.
 */
export function formatDays(days: readonly DayFacts[], technicianId?: string | null): string {
  return days
    .flatMap((day, index) =>
      !technicianId || day.technicianIds.includes(technicianId)
        ? m.mail_plan_day({ day: index + 1, days: days.length, when: formatVisitTime(day) })
        : [],
    )
    .join("\n");
}

export function isCancelledOrDeclined({ state }: Pick<BookingFacts, "state">): boolean {
  return state === "cancelled" || state === "declined";
}

function preferenceOf({ preferredDate, preferredTime }: BookingFacts): string | null {
  if (preferredDate && preferredTime) {
    return m.mail_preference_day_time({
      date: formatDay(preferredDate, "longDate"),
      time: formatClock(preferredTime),
    });
  }
  if (preferredDate) return m.mail_preference_day({ date: formatDay(preferredDate, "longDate") });
  return preferredTime ? m.mail_preference_time({ time: formatClock(preferredTime) }) : null;
}

function linesOf({ lines }: BookingFacts): string {
  const booked = lines.map((line) => {
    const price = line.grossFils === null ? m.price_survey() : formatMoney(line.grossFils);
    return m.mail_line({ what: labelForLine(line, lines), price });
  });
  const covered = [...coveredByContract(lines)].map(([reference, fils]) =>
    m.mail_line({ what: m.lines_covered({ reference }), price: formatMoney(-fils) }),
  );
  return [...booked, ...covered].join("\n");
}

function labelForLines({ state }: BookingFacts): string {
  switch (state) {
    case "requested":
    case "declined":
      return m.mail_fact_lines_requested();
    case "work_done":
    case "completed":
      return m.mail_fact_lines_done();
    default:
      return m.mail_fact_lines();
  }
}

/** Hourly work is an estimate because it may take longer than planned. */
function priceOf({ lines, estimateFils, finalFils }: BookingFacts): [label: string, value: string | null] {
  const fils = finalFils ?? estimateFils;
  const isFinal = finalFils !== null || hasFixedPrice(lines);
  const toAssess = lines.length === 0 ? m.price_on_site() : null;
  return [
    isFinal ? m.mail_fact_final_price() : m.mail_fact_estimate(),
    fils === null ? toAssess : amountOf(fils),
  ];
}

function amountOf(fils: number): string {
  return fils === 0 ? m.mail_estimate_free() : m.mail_estimate({ amount: formatMoney(fils) });
}

/** The cut-off may have passed when the email is written. */
export function changeHint({ booking: { state, online } }: BookingMailContext): string {
  const { canCancel, canReschedule, until } = online;
  if (!canCancel) return m.mail_change_hint_call();
  if (state === "requested")
    return canReschedule ? m.mail_change_hint_request() : m.mail_change_hint_request_cancel();
  if (!until) return canReschedule ? m.mail_change_hint_open() : m.mail_change_hint_open_cancel();
  const time = formatTime(until, "dateTime");
  return canReschedule ? m.mail_change_hint({ time }) : m.mail_change_hint_cancel({ time });
}

export function customerLinks({ booking, business }: BookingMailContext): Link[] {
  const greeting = m.mail_whatsapp_greeting(
    {
      name: bidiIsolate(booking.customerName),
      business: bidiIsolate(business.name),
      reference: booking.reference,
    },
    { locale: localeOrDefault(booking.language) },
  );
  return [
    { label: m.mail_call_customer(), href: callHref(booking.phone) },
    ...chatLinks(booking.phone, greeting),
  ];
}

/** Empty for numbers without chat. */
export function chatLinks(phone: string, greeting: string): Link[] {
  return mayHaveWhatsapp(phone)
    ? [{ label: m.mail_whatsapp_customer(), href: whatsappHref(phone, greeting) }]
    : [];
}

/** Emergencies get the emergency number because the office may be closed. */
export function contactSentence({ booking, business }: BookingMailContext): string {
  const phone = booking.emergency ? business.emergencyPhone : business.phone;
  return m.mail_questions({ phone: formatPhone(phone) });
}

export function salutation({ booking }: BookingMailContext): string {
  return m.mail_dear({ name: bidiIsolate(booking.customerName) });
}
