import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import FileCheck from "lucide-react/icons/file-check";
import MapPin from "lucide-react/icons/map-pin";
import UserRound from "lucide-react/icons/user-round";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatRelativeSpan } from "~/platform/relative-time";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { passingNotices } from "~/ui/overlay/toast-store";
import { stateText } from "../../../../operations/bookings/booking-state-text";
import {
  ArrivalClock,
  isArrivalClockRunning,
  refreshAfter,
} from "../../../../operations/bookings/components/arrival-clock";
import { CancelDialog } from "../../../../operations/bookings/components/cancel-dialog";
import { CutOffNotice } from "../../../../operations/bookings/components/cut-off-notice";
import { RescheduleDialog } from "../../../../operations/bookings/components/reschedule-dialog";
import { StateBadge } from "../../../../operations/bookings/components/state-badge";
import type { BookingView } from "../../../../operations/bookings/views";
import { AssignedTechnician, isComing } from "../../../../operations/reviews/components/assigned-technician";
import { ownBookingQuery } from "../../client";
import type { OwnBookingRow } from "../../views";

export function NextVisit({ booking: row }: { booking: OwnBookingRow }) {
  const { data: booking } = useQuery({
    ...ownBookingQuery(row.reference),
    refetchInterval: ({ state }) => refreshAfter(state.data),
  });
  // Time, badge and technician show the same.
  const isPlanned = row.state === "scheduled" && row.startsAt !== null;
  const [dialog, setDialog] = useState<"cancel" | "reschedule" | null>(null);

  function done(changed: BookingView, notice: string) {
    queryClient.setQueryData(ownBookingQuery(row.reference).queryKey, changed);
    void queryClient.invalidateQueries({ queryKey: ["booking"] });
    setDialog(null);
    passingNotices.show({ title: notice, tone: "success" });
  }

  return (
    <Card data-panel="" className="flex flex-col gap-2.5 max-sm:p-4 sm:gap-4">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h3 className="text-lg">{row.serviceName}</h3>
          <StateBadge state={row.state} forCustomer />
          <p className="flex grow items-center justify-between gap-x-4 text-sm">
            <span className="figures whitespace-nowrap text-muted">{row.reference}</span>
            <Link
              to={`/bookings/${row.reference}`}
              className="inline-flex min-h-6 items-center text-link hover:underline"
            >
              {m.account_details()}
            </Link>
          </p>
        </div>
        {row.startsAt && row.endsAt && (
          <p className="figures text-xl font-semibold sm:text-2xl">
            {formatRelativeSpan(row.startsAt, row.endsAt, new Date())}
          </p>
        )}
        {row.multiDayPosition && (
          <p className="text-sm text-muted">{m.booking_day_of(row.multiDayPosition)}</p>
        )}
      </div>
      <p
        role="status"
        className={
          row.state === "en_route"
            ? "text-lg font-semibold text-calm-text"
            : isPlanned
              ? "sr-only"
              : "measure"
        }
      >
        {stateText({
          ...row,
          contactDueAt: booking?.contactDueAt,
          now: booking?.answeredAt ?? new Date().toISOString(),
        })}
      </p>
      {row.onHold?.reason && (
        <p className="measure">{m.booking_on_hold_reason({ reason: bidiIsolate(row.onHold.reason) })}</p>
      )}
      {booking && isArrivalClockRunning(booking) && <ArrivalClock booking={booking} />}
      {booking && <AssignedTechnician booking={booking} />}
      <ul className="flex flex-col gap-2">
        {!row.startsAt && <Fact icon={<CalendarClock aria-hidden />}>{m.booking_next_agreed_time()}</Fact>}
        {row.technicianName && !(booking && isComing(booking)) && (
          <Fact icon={<UserRound aria-hidden />}>
            <bdi>{row.technicianName}</bdi>
          </Fact>
        )}
        <Fact icon={<MapPin aria-hidden />}>
          <bdi>{row.address}</bdi>
        </Fact>
        {booking?.contract && (
          <Fact icon={<FileCheck aria-hidden />}>
            {m.account_under_contract({
              reference: booking.contract.reference,
              name: bidiIsolate(booking.contract.packageName),
            })}
          </Fact>
        )}
      </ul>
      {booking && <CutOffNotice booking={booking} />}
      {(booking?.canReschedule || booking?.canCancel) && (
        <div className="flex flex-wrap gap-2">
          {booking.canReschedule && (
            <Button tone="quiet" className="max-sm:px-3!" onClick={() => setDialog("reschedule")}>
              {booking.visit ? m.booking_reschedule() : m.booking_choose_time()}
            </Button>
          )}
          {booking.canCancel && (
            <Button tone="plain" className="max-sm:px-3!" onClick={() => setDialog("cancel")}>
              {m.booking_cancel()}
            </Button>
          )}
        </div>
      )}
      {booking && (
        <>
          <CancelDialog
            open={dialog === "cancel"}
            booking={booking}
            onClose={() => setDialog(null)}
            onDone={(changed) => done(changed, m.booking_cancelled())}
          />
          <RescheduleDialog
            open={dialog === "reschedule"}
            booking={booking}
            onClose={() => setDialog(null)}
            onDone={(changed) =>
              done(changed, booking.visit ? m.booking_rescheduled() : m.booking_time_chosen())
            }
          />
        </>
      )}
    </Card>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-accent">
      {icon}
      <span>{children}</span>
    </li>
  );
}
