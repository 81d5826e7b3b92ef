import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Skeleton } from "~/ui/skeleton";
import { useNow } from "~/ui/use-now";
import { bookingQuery } from "../admin-client";
import { StateBadge } from "../components/state-badge";
import type { BookingDetail } from "../views";
import { BookingContact } from "./booking-contact";
import { BookingFacts } from "./booking-facts";
import { BookingMoves } from "./booking-moves";
import { BookingTimeline } from "./booking-timeline";
import { EmergencyBadge } from "./emergency-badge";
import { PromiseBanner } from "./promise-clock";
import { Section } from "./section";

const CLOCK_MS = 20_000;

/** One booking beside the list, which stays as it is; over it where there is no room for both. */
export function BookingDrawer({ id, closePath }: { id: string; closePath: string }) {
  const { data: booking, error, isError, refetch } = useQuery(bookingQuery(id));
  const panel = useRef<HTMLElement>(null);
  const navigate = useNavigate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another booking opens, reading starts at its top.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollTo({ top: 0 });
  }, [id]);

  function content() {
    if (booking) return <Opened key={booking.id} booking={booking} />;
    if (isError) {
      const missing = error instanceof HttpError && error.status === 404;
      return (
        <div role="alert">
          <EmptyState title={missing ? m.admin_booking_not_found() : m.admin_booking_failed()}>
            {!missing && <p>{error.message}</p>}
            {!missing && <Button onClick={() => refetch()}>{m.common_try_again()}</Button>}
          </EmptyState>
        </div>
      );
    }
    return <Waiting />;
  }

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={booking?.reference ?? m.common_loading()}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) navigate(closePath);
      }}
      className="fixed inset-x-0 top-14 bottom-0 z-20 overflow-y-auto overscroll-contain border-line bg-surface lg:start-auto lg:top-0 lg:w-[31rem] lg:border-s lg:shadow-raised xl:static xl:w-auto xl:shadow-none"
    >
      <div className="sticky top-0 z-10 flex h-13 items-center gap-2 border-b border-line bg-surface px-3 lg:px-5">
        <Link
          to={closePath}
          aria-label={m.admin_booking_back()}
          className="grid size-9 place-items-center rounded text-muted hover:bg-sunken hover:text-ink lg:hidden"
        >
          <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        </Link>
        {booking && (
          <>
            <span className="figures font-semibold">{booking.reference}</span>
            <StateBadge state={booking.state} />
            {booking.emergency && <EmergencyBadge />}
          </>
        )}
        <Link
          to={closePath}
          aria-label={m.admin_booking_close()}
          className="ms-auto grid size-9 place-items-center rounded text-muted hover:bg-sunken hover:text-ink max-lg:hidden"
        >
          <X aria-hidden className="size-5" />
        </Link>
      </div>
      {content()}
    </aside>
  );
}

function Opened({ booking }: { booking: BookingDetail }) {
  const now = useNow(CLOCK_MS);
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <PromiseBanner booking={booking} now={now} />
      <BookingContact booking={booking} />
      <BookingMoves booking={booking} />
      <BookingFacts booking={booking} />
      <Section title={m.admin_booking_timeline()}>
        <BookingTimeline booking={booking} />
      </Section>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-4 px-4 py-5 lg:px-5">
      <span className="sr-only">{m.common_loading()}</span>
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-1/2" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
