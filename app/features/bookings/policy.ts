import { type Actor, userIdOf } from "~/platform/auth/actor";
import { may } from "~/platform/auth/permissions";
import { addDays, dubaiDate } from "~/platform/time";
import type { ActingRole, VisitState } from "./booking";

/** What a right depends on. */
export interface BookingOwner {
  id: string;
  userId: string | null;
  /** The one visit that it is about, where a technician asks. */
  visit?: AssignedVisit | null;
}

export interface AssignedVisit {
  /** The account of the technician who is sent; null: nobody is, or he has none. */
  technicianUserId: string | null;
  state: VisitState;
  startsAt: Date;
}

/**
 * As what an actor may deal with a booking, or null when it is none of their business: such a booking does not exist
 * for them. A visitor with the mailed link's key stands for the customer of that one booking; a technician is the
 * customer of his own, but for the visit that he is sent to himself.
 */
export function actingRole(actor: Actor, booking: BookingOwner, now: Date): ActingRole | null {
  switch (actor.role) {
    case "admin":
    case "dispatcher":
      return "office";
    case "customer":
    case "accountant":
      return isOwn(actor, booking) ? "customer" : null;
    case "link-holder":
      return "bookingId" in actor && actor.bookingId === booking.id ? "customer" : null;
    case "technician": {
      const { visit } = booking;
      const isHis = visit && visit.technicianUserId === actor.userId && isActionableByTechnician(visit, now);
      if (isHis) return "technician";
      return isOwn(actor, booking) ? "customer" : null;
    }
    default:
      return null;
  }
}

/** Whether it is the booking of whoever is signed in, whatever they are in the company. */
export function isOwn(actor: Actor, { userId }: Pick<BookingOwner, "userId">): boolean {
  return userId !== null && userIdOf(actor) === userId;
}

/** What a technician deals with: what he is sent to today and tomorrow (Dubai days), and what is under way. */
export function isActionableByTechnician(
  { state, startsAt }: Pick<AssignedVisit, "state" | "startsAt">,
  now: Date,
): boolean {
  switch (state) {
    case "en_route":
    case "on_site":
      return true;
    // The office has not confirmed it, or has called it off.
    case "held":
    case "cancelled":
      return false;
    default: {
      const today = dubaiDate(now);
      return [today, addDays(today, 1)].includes(dubaiDate(startsAt));
    }
  }
}

/** Who works on everybody's bookings. */
export function isOffice(actor: Actor): boolean {
  return may(actor, "bookings.manage");
}
