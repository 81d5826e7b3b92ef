import { type Actor, userIdOf } from "~/platform/auth/actor";
import { may } from "~/platform/auth/permissions";
import { addDays, addMinutes, dubaiDate } from "~/platform/time";
import type { ActingRole, VisitState } from "./booking";

export interface BookingOwner {
  id: string;
  userId: string | null;
  /** Set when a technician acts on one visit. */
  visit?: AssignedVisit | null;
}

export interface AssignedVisit {
  /** Account of the assigned technician; null without a technician or account. */
  technicianUserId: string | null;
  state: VisitState;
  startsAt: Date;
  endsAt: Date;
  /** Reported end; null before. */
  endedAt: Date | null;
}

/** A technician may set out late to a visit of the last evening until this time after its planned end. */
const LATE_START_MIN = 6 * 60;

/**
 * Null if the booking must look nonexistent to the actor. A holder of the emailed link acts as its customer,
 * and technicians as customers of their own bookings unless assigned to the visit.
 */
export function actingRole(actor: Actor, booking: BookingOwner, now: Date): ActingRole | null {
  switch (actor.role) {
    case "admin":
    case "dispatcher":
      return "office";
    case "customer":
    case "accountant":
      return isOwnBooking(actor, booking) ? "customer" : null;
    case "link-holder":
      return "bookingId" in actor && actor.bookingId === booking.id ? "customer" : null;
    case "technician": {
      const { visit } = booking;
      const isAssigned =
        visit && visit.technicianUserId === actor.userId && isActionableByTechnician(visit, now);
      if (isAssigned) return "technician";
      return isOwnBooking(actor, booking) ? "customer" : null;
    }
    default:
      return null;
  }
}

/** Staff have bookings of their own, too. */
export function isOwnBooking(actor: Actor, { userId }: Pick<BookingOwner, "userId">): boolean {
  return userId !== null && userIdOf(actor) === userId;
}

/** Holders of the emailed key read the mailbox; the key in the answer to a request proves nothing. */
export function canConfirmContact(actor: Actor, { id }: Pick<BookingOwner, "id">): boolean {
  return "bookingId" in actor && actor.bookingId === id && actor.isEmailed === true;
}

/**
 * Technicians act on visits of today and tomorrow (Dubai days), on visits under way, and on those of the day
 * before that go on after midnight: finished today, or not started for a few hours.
 */
export function isActionableByTechnician(
  { state, startsAt, endsAt, endedAt }: Pick<AssignedVisit, "state" | "startsAt" | "endsAt" | "endedAt">,
  now: Date,
): boolean {
  const today = dubaiDate(now);
  switch (state) {
    case "en_route":
    case "on_site":
      return true;
    case "held":
    case "cancelled":
      return false;
    case "scheduled":
      return (
        isTodayOrTomorrow(startsAt, today) || (startsAt <= now && addMinutes(endsAt, LATE_START_MIN) > now)
      );
    default:
      return isTodayOrTomorrow(startsAt, today) || (endedAt !== null && dubaiDate(endedAt) === today);
  }
}

function isTodayOrTomorrow(instant: Date, today: string): boolean {
  return [today, addDays(today, 1)].includes(dubaiDate(instant));
}

export function isOffice(actor: Actor): boolean {
  return may(actor, "bookings.manage");
}
