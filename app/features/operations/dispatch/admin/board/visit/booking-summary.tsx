import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { formatDay, formatTime } from "~/platform/time";
import { Skeleton } from "~/ui/screen/skeleton";
import { placeInReaderLanguage } from "../../../../../core/geography/community-names";
import { totalText } from "../../../../../core/pricing/price-text";
import { bookingQuery } from "../../../../bookings/admin-client";
import { labelForState } from "../../../../bookings/labels";
import type { BookingDetail } from "../../../../bookings/office/views";
import type { BoardItem } from "../board-item";

const MAX_NOTES = 3;
const MAX_EARLIER_BOOKINGS = 3;

/** `showHistory`: also earlier visits and the price. */
export function BookingSummary({ item, showHistory = false }: { item: BoardItem; showHistory?: boolean }) {
  const { data, isError } = useQuery(bookingQuery(item.bookingId));
  if (isError && !data) return <p className="text-xs text-muted">{m.board_card_failed()}</p>;
  if (!data) return <Skeleton className="h-16 w-full" />;
  const notes = data.timeline
    .filter(({ event: move, reason }) => move === "note" && reason)
    .slice(-MAX_NOTES);
  return (
    <dl className="grid grid-cols-[fit-content(6.5rem)_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      <Fact label={m.board_card_phone()}>
        <a
          href={callHref(data.phone)}
          className="figures inline-block text-link underline pointer-coarse:py-2"
        >
          {formatPhone(data.phone)}
        </a>
      </Fact>
      <Fact label={m.board_card_address()}>{bidiIsolate(placeInReaderLanguage(data.address))}</Fact>
      {data.onHold && (
        <>
          <Fact label={m.office_bookings_on_hold()}>{bidiIsolate(data.onHold.reason)}</Fact>
          <Fact label={m.office_bookings_continue_on()}>
            {data.onHold.continueOn
              ? formatDay(data.onHold.continueOn)
              : m.office_bookings_continue_unknown()}
          </Fact>
        </>
      )}
      {data.message && (
        <Fact label={m.board_card_message()}>
          <span className="line-clamp-3">{bidiIsolate(data.message)}</span>
        </Fact>
      )}
      {notes.map(({ at, reason }) => (
        <Fact key={at} label={m.board_card_note()}>
          <span className="line-clamp-2">{bidiIsolate(reason!)}</span>
        </Fact>
      ))}
      {showHistory && <EarlierVisits item={item} booking={data} />}
    </dl>
  );
}

function EarlierVisits({ item, booking }: { item: BoardItem; booking: BookingDetail }) {
  const maySeePrices = useMay("prices.read");
  const { visits, propertyBookings, requestedAt } = booking;
  const earlier = visits.filter(({ id, endsAt }) => id !== item.visitId && endsAt < (item.startsAt ?? ""));
  const shownBookings = propertyBookings.bookings.slice(0, MAX_EARLIER_BOOKINGS);
  return (
    <>
      {earlier.map(({ id, startsAt, technicianName }) => (
        <Fact key={id} label={m.board_card_earlier()}>
          {[formatTime(startsAt, "dateTime"), technicianName && bidiIsolate(technicianName)]
            .filter(Boolean)
            .join(" · ")}
        </Fact>
      ))}
      {shownBookings.length > 0 && (
        <Fact label={m.board_card_here()}>
          {shownBookings.map(({ id, serviceName, at, state }) => (
            <span key={id} className="block">
              <span>{serviceName}</span>
              <span className="block text-muted">
                <span>{formatTime(at, "date")}</span> · <span>{labelForState(state)}</span>
              </span>
            </span>
          ))}
          {(propertyBookings.hasMore || propertyBookings.bookings.length > shownBookings.length) && (
            <span className="block text-muted">{m.board_card_here_more()}</span>
          )}
        </Fact>
      )}
      <Fact label={m.board_card_requested()}>{formatTime(requestedAt, "dateTime")}</Fact>
      {maySeePrices && (
        <Fact label={m.board_card_price()}>
          <span className="figures">
            {totalText({ lines: booking.lines, totalFils: booking.estimateFils })}
          </span>
        </Fact>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
