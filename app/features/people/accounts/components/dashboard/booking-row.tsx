import ChevronRight from "lucide-react/icons/chevron-right";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatRelativeSpan, formatRelativeTime } from "~/platform/relative-time";
import { dubaiDate, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { expectedContinuation } from "../../../../operations/bookings/booking-state-text";
import { StateBadge } from "../../../../operations/bookings/components/state-badge";
import { useBookAgain } from "../../../../operations/reviews/components/use-book-again";
import type { OwnBookingRow } from "../../views";
import { showFailure } from "../show-failure";

const isOver = (state: OwnBookingRow["state"]) =>
  ["completed", "cancelled", "declined", "closed"].includes(state);

export function BookingRow({ booking }: { booking: OwnBookingRow }) {
  const { reference, serviceName, state, multiDayPosition } = booking;
  return (
    <li className="relative flex items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 sm:gap-3 sm:px-4 sm:py-3 hover:border-accent">
      <div className="flex min-w-0 grow flex-col gap-1">
        <Link
          to={`/bookings/${reference}`}
          className="self-start font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-lg"
        >
          {serviceName}
        </Link>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm sm:gap-x-3">
          <StateBadge state={state} forCustomer />
          <p className="figures text-muted">
            <span>{timeOf(booking)}</span>
            {multiDayPosition && <span>{` · ${m.booking_day_of(multiDayPosition)}`}</span>}
          </p>
          <span
            className={classNames("figures whitespace-nowrap text-muted", !isOver(state) && "max-sm:hidden")}
          >
            {reference}
          </span>
        </div>
      </div>
      {isOver(state) ? (
        <BookAgain reference={reference} />
      ) : (
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
      )}
    </li>
  );
}

function timeOf({ state, onHold, startsAt, endsAt, requestedAt }: OwnBookingRow): string {
  const now = new Date();
  const continuation = expectedContinuation(onHold, now.toISOString());
  if (continuation) return m.booking_continuation({ day: continuation });
  if (startsAt && endsAt) {
    const isThisYear = dubaiDate(new Date(startsAt)).slice(0, 4) === dubaiDate(now).slice(0, 4);
    if (!isThisYear) return formatTime(startsAt, "fullDateTime");
    return isOver(state) ? formatRelativeTime(startsAt, now) : formatRelativeSpan(startsAt, endsAt, now);
  }
  return m.account_requested_at({ date: formatTime(requestedAt, "date") });
}

function BookAgain({ reference }: { reference: string }) {
  const bookAgain = useBookAgain();
  const [pending, setPending] = useState(false);

  async function open() {
    setPending(true);
    try {
      await bookAgain(reference);
    } catch (error) {
      showFailure(error);
      setPending(false);
    }
  }

  return (
    <Button tone="quiet" size="small" className="relative shrink-0" disabled={pending} onClick={open}>
      {m.account_rebook()}
    </Button>
  );
}
