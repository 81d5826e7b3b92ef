import Siren from "lucide-react/icons/siren";
import { m } from "~/paraglide/messages";
import { addMinutes, formatTime } from "~/platform/time";
import { formatCountdown } from "~/ui/hooks/duration";
import { useServerNow } from "~/ui/hooks/use-server-now";
import { type BookingState, EMERGENCY_ARRIVAL_MIN } from "../booking";
import type { BookingView } from "../views";

const running: readonly BookingState[] = ["requested", "confirmed", "scheduled", "en_route"];

/** Whether somebody still waits for the technician of an emergency. */
export function isArrivalClockRunning({
  emergency,
  state,
}: Pick<BookingView, "emergency" | "state">): boolean {
  return emergency && running.includes(state);
}

const REFRESH_MS = 60_000;
/** While somebody is on the way or held up, or an emergency waits for them. */
const LIVE_REFRESH_MS = 15_000;
/** Right after a request, whose confirmation is queued within a moment. */
const EMAIL_REFRESH_MS = 2_000;

/** What follows from the time alone, such as a later arrival, no event tells. */
export function refreshAfter(booking: BookingView | undefined): number {
  if (booking?.state === "requested" && booking.emailed === null) return EMAIL_REFRESH_MS;
  const live = booking && (booking.onTheWay || booking.delayedUntil || isArrivalClockRunning(booking));
  return live ? LIVE_REFRESH_MS : REFRESH_MS;
}

/** An emergency's two hours, as its customer sees them run. Screen readers are told until when, and hear no second of it. */
export function ArrivalClock({ booking }: { booking: BookingView }) {
  const now = useServerNow(booking.answeredAt, 1_000);
  const due = addMinutes(new Date(booking.requestedAt), EMERGENCY_ARRIVAL_MIN);
  const left = Math.ceil((due.getTime() - now.getTime()) / 1_000);
  const time = formatTime(due, "time");
  return (
    <section
      aria-labelledby="arrival-clock"
      data-emergency=""
      className="flex items-center gap-4 rounded-lg bg-signal-soft p-5 text-signal-text sm:p-6"
    >
      <Siren aria-hidden className="size-8 shrink-0 max-sm:hidden" />
      <div className="grow">
        <h2 id="arrival-clock" className="text-base font-semibold">
          {left > 0 ? m.booking_clock_title({ time }) : m.booking_clock_over_title({ time })}
        </h2>
        <p className="text-sm">{left > 0 ? m.booking_clock_runs() : m.booking_clock_over()}</p>
      </div>
      {/* The sentence beside it says the same, once. */}
      <p aria-hidden className="figures shrink-0 text-3xl font-semibold">
        {formatCountdown(Math.max(0, left))}
      </p>
    </section>
  );
}
