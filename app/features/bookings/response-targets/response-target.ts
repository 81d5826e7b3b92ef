import { type BookingState, EMERGENCY_ARRIVAL_MIN } from "../booking";

/** A promise whose clock runs. Negative minutes: it was missed so long ago. */
export interface ActiveResponseTarget {
  kind: "contact" | "arrival";
  minutesLeft: number;
}

/** Before the technician has arrived: an emergency in one of these is on the clock. */
export const awaitingArrivalStates: readonly BookingState[] = [
  "requested",
  "confirmed",
  "scheduled",
  "en_route",
];

/**
 * The promise that the office has to keep next: to be there within 120 minutes in an emergency, to get in touch
 * when it was promised otherwise (docs/domain.md, "Promises"). Null when none runs.
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
  const until = (due: number) => Math.floor((due - now.getTime()) / 60_000);
  if (booking.emergency && awaitingArrivalStates.includes(booking.state)) {
    return {
      kind: "arrival",
      minutesLeft: until(Date.parse(booking.requestedAt) + EMERGENCY_ARRIVAL_MIN * 60_000),
    };
  }
  if (booking.state === "requested" && booking.respondedAt === null && booking.contactDueAt !== null) {
    return { kind: "contact", minutesLeft: until(Date.parse(booking.contactDueAt)) };
  }
  return null;
}
