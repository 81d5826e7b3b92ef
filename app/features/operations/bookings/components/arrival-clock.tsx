import Siren from "lucide-react/icons/siren";
import { m } from "~/paraglide/messages";
import { addMinutes, formatTime } from "~/platform/time";
import { formatCountdown } from "~/ui/hooks/duration";
import { useServerNow } from "~/ui/hooks/use-server-now";
import { type BookingState, EMERGENCY_ARRIVAL_MIN } from "../booking";
import type { BookingView } from "../views";

const clockStates: readonly BookingState[] = ["requested", "confirmed", "scheduled", "en_route"];

export function isArrivalClockRunning({
  emergency,
  state,
}: Pick<BookingView, "emergency" | "state">): boolean {
  return emergency && clockStates.includes(state);
}

const REFRESH_MS = 60_000;
const LIVE_REFRESH_MS = 15_000;
/** The confirmation email is queued within a moment. */
const EMAIL_REFRESH_MS = 2_000;

/** Polling interval in milliseconds, because no event announces changes that follow from the time alone. */
export function refreshAfter(booking: BookingView | undefined): number {
  if (booking?.state === "requested" && booking.emailed === null) return EMAIL_REFRESH_MS;
  const live = booking && (booking.onTheWay || booking.delayedUntil || isArrivalClockRunning(booking));
  return live ? LIVE_REFRESH_MS : REFRESH_MS;
}

/** Countdown of the emergency target. Screen readers get the deadline only, not the running seconds. */
export function ArrivalClock({ booking }: { booking: BookingView }) {
  const now = useServerNow(booking.answeredAt, 1_000);
  const due = addMinutes(new Date(booking.requestedAt), EMERGENCY_ARRIVAL_MIN);
  const secondsLeft = Math.ceil((due.getTime() - now.getTime()) / 1_000);
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
          {secondsLeft > 0 ? m.booking_countdown_title({ time }) : m.booking_countdown_over_title({ time })}
        </h2>
        <p className="text-sm">{secondsLeft > 0 ? m.booking_countdown_runs() : m.booking_countdown_over()}</p>
      </div>
      {/* Hidden because the text beside it announces the same deadline once. */}
      <p aria-hidden className="figures shrink-0 text-3xl font-semibold">
        {formatCountdown(Math.max(0, secondsLeft))}
      </p>
    </section>
  );
}
