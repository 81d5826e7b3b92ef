import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { dubaiDate, formatDay, formatTime } from "~/platform/time";
import { hasFixedPrice } from "../../core/pricing/booking-price";
import type { BookingState } from "./booking";
import type { BookingLineView } from "./lines/views";

export function stateText(booking: {
  state: BookingState;
  emergency: boolean;
  technicianName: string | null;
  /** Null for phone bookings and recurring visits, which have no response target. */
  contactDueAt?: string | null;
  /** Null while no time is fixed. */
  startsAt?: string | null;
  /** Null unless the work is on hold. */
  onHold?: Continuation | null;
  /** Server time. A deadline, start or day that has passed is not named. */
  now: string;
}): string {
  const technician = booking.technicianName
    ? bidiIsolate(booking.technicianName)
    : m.booking_our_technician();
  switch (booking.state) {
    case "requested":
      if (booking.emergency) return m.booking_status_emergency();
      if (booking.contactDueAt === null) return m.booking_status_noted();
      return booking.contactDueAt && booking.contactDueAt > booking.now
        ? m.booking_status_requested({ by: formatTime(booking.contactDueAt, "dateTime") })
        : m.booking_status_requested_open();
    case "confirmed":
      return m.booking_status_confirmed();
    case "scheduled":
      return booking.startsAt && booking.startsAt > booking.now
        ? m.booking_status_scheduled({
            technician: bidiIsolate(technician),
            day: formatTime(booking.startsAt, "longDate"),
            time: formatTime(booking.startsAt, "time"),
          })
        : m.booking_status_scheduled_open({ technician: bidiIsolate(technician) });
    case "en_route":
      return m.booking_status_en_route({ technician: bidiIsolate(technician) });
    case "on_site":
      return m.booking_status_on_site({ technician: bidiIsolate(technician) });
    case "on_hold": {
      const day = expectedContinuation(booking.onHold, booking.now);
      return day ? m.booking_status_on_hold_until({ day }) : m.booking_status_on_hold();
    }
    case "no_access":
      return m.booking_status_no_access();
    case "work_done":
      return m.booking_status_work_done();
    case "completed":
      return m.booking_status_completed();
    case "declined":
      return m.booking_status_declined();
    case "cancelled":
      return m.booking_status_cancelled();
    case "closed":
      return m.booking_status_closed();
  }
}

interface Continuation {
  /** Dubai day; null if unknown. */
  continueOn: string | null;
}

/** Day on which work on hold is expected to continue, in words; null if it is unknown or has passed. */
export function expectedContinuation(onHold: Continuation | null | undefined, now: string): string | null {
  const day = onHold?.continueOn;
  return day && day >= dubaiDate(new Date(now)) ? formatDay(day, "longDate") : null;
}

/** Emails are promised only to customers who have an address. `now`: server time. */
export function nextStepText(
  booking: Work & {
    state: BookingState;
    emergency: boolean;
    hasEmail: boolean;
    onHold?: Continuation | null;
    now: string;
  },
): string | null {
  const { state, emergency, estimateFils, hasEmail } = booking;
  switch (state) {
    case "requested":
      if (emergency) return m.booking_step_emergency();
      return hasEmail ? m.booking_step_requested() : m.booking_step_requested_call();
    case "confirmed":
      return hasEmail ? m.booking_step_confirmed() : m.booking_step_confirmed_page();
    case "scheduled":
      return hasEmail ? m.booking_step_scheduled() : m.booking_step_scheduled_page();
    case "en_route":
      return arrivalStep(booking);
    case "on_site":
      return m.booking_step_on_site();
    case "on_hold":
      return expectedContinuation(booking.onHold, booking.now)
        ? m.booking_step_on_hold_until()
        : m.booking_step_on_hold();
    case "no_access":
      return m.booking_step_no_access();
    case "work_done":
      if (estimateFils === 0) return m.booking_step_work_done_free();
      return hasEmail ? m.booking_step_work_done() : m.booking_step_work_done_page();
    case "completed":
      return m.booking_step_completed();
    case "declined":
    case "cancelled":
    case "closed":
      return null;
  }
}

interface Work {
  lines: readonly Pick<BookingLineView, "mode" | "grossFils">[];
  estimateFils: number | null;
}

/** The technician's arrival as a step: only a price that is not fixed is confirmed on site. */
export function arrivalStep({ lines, estimateFils }: Work): string {
  if (estimateFils === 0) return m.booking_next_visit_free();
  return estimateFils !== null && hasFixedPrice(lines)
    ? m.booking_next_visit_fixed({ price: formatMoney(estimateFils) })
    : m.booking_next_visit();
}

/** Null if the visit is on time and not under way. `now`: server time. */
export function arrivalText(
  {
    onTheWay,
    delayedUntil,
  }: { onTheWay: { firstAt: string; expectedAt: string | null } | null; delayedUntil: string | null },
  now: string,
): string | null {
  const today = dubaiDate(new Date(now));
  const spell = (at: string) => formatTime(at, dubaiDate(new Date(at)) === today ? "time" : "dateTime");
  if (delayedUntil) return m.booking_arrival_delayed({ time: spell(delayedUntil) });
  if (!onTheWay) return null;
  const { firstAt, expectedAt } = onTheWay;
  if (!expectedAt) return m.booking_arrival_late({ time: spell(firstAt) });
  if (expectedAt === firstAt) return m.booking_arrival_at({ time: spell(expectedAt) });
  return m.booking_arrival_later({ time: spell(expectedAt), first: spell(firstAt) });
}
