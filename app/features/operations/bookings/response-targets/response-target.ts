import { type BookingState, EMERGENCY_ARRIVAL_MIN } from "../booking";

/** `minutesLeft` is negative once the target is missed. */
export interface ActiveResponseTarget {
  kind: "contact" | "arrival";
  minutesLeft: number;
}

export const awaitingArrivalStates: readonly BookingState[] = [
  "requested",
  "confirmed",
  "scheduled",
  "en_route",
];

/**
 * Response target (SLA) of a booking: arrival within 120 minutes for emergencies, otherwise the contact deadline
 * (docs/domain.md, "Response targets").
 */
export function activeResponseTarget(
  booking: {
    state: BookingState;
    emergency: boolean;
    requestedAt: string;
    respondedAt: string | null;
    contactDueAt: string | null;
  },
  now: Date,
): ActiveResponseTarget | null {
  const minutesUntil = (due: number) => Math.floor((due - now.getTime()) / 60_000);
  if (booking.emergency && awaitingArrivalStates.includes(booking.state)) {
    return {
      kind: "arrival",
      minutesLeft: minutesUntil(Date.parse(booking.requestedAt) + EMERGENCY_ARRIVAL_MIN * 60_000),
    };
  }
  if (booking.state === "requested" && booking.respondedAt === null && booking.contactDueAt !== null) {
    return { kind: "contact", minutesLeft: minutesUntil(Date.parse(booking.contactDueAt)) };
  }
  return null;
}
