import type { Actor } from "~/platform/actor";
import type { MoverRole } from "./booking";

/** What a right depends on. */
export interface BookingOwner {
  id: string;
  userId: string | null;
}

/**
 * As what an actor may deal with a booking, or null when it is none of their business: such a booking does not exist
 * for them. A visitor with the mailed link's key stands for the customer of that one booking.
 */
export function moverOf(actor: Actor, booking: BookingOwner): MoverRole | null {
  switch (actor.role) {
    case "admin":
      return "admin";
    case "customer":
      return booking.userId === actor.userId ? "customer" : null;
    case "visitor":
      return actor.holdsKeyTo === booking.id ? "customer" : null;
    default:
      return null;
  }
}

/** Who works on everybody's bookings. */
export function isOffice(actor: Actor): boolean {
  return actor.role === "admin";
}
