import type { PlainTransition } from "~/features/operations/bookings/booking";
import { transitionBooking } from "~/features/operations/bookings/commands/transition-booking.server";
import type { Ctx } from "~/platform/context";
import type { Random } from "~/platform/random";
import { addMinutes } from "~/platform/time";

/** Status changes that a technician reports for a visit without problems, with their times. */
export function stepsOfVisit(startsAt: Date, durationMin: number, random: Random): [PlainTransition, Date][] {
  return [
    ["depart", addMinutes(startsAt, -20)],
    ["arrive", addMinutes(startsAt, random.below(10))],
    ["finishWork", addMinutes(startsAt, durationMin - random.below(15))],
    ["complete", addMinutes(startsAt, durationMin + 60)],
  ];
}

/** Progress of one booking, with its current version. */
export class BookingLife {
  constructor(
    private readonly bookingId: string,
    private readonly at: (now: Date) => Ctx,
    private version = 1,
  ) {}

  async move(move: PlainTransition, when: Date, reason?: string): Promise<void> {
    const moved = await transitionBooking(this.at(when), {
      bookingId: this.bookingId,
      transition: move,
      version: this.version,
      reason,
    });
    if (!moved.ok) throw new Error(`The sample cannot ${move}: ${moved.reason}`);
    this.version++;
  }
}
