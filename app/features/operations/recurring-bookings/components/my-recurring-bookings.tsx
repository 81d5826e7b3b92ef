import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { LoadError } from "~/ui/screen/load-error";
import { VisitRow } from "../../bookings/components/visit-row";
import { myRecurringBookingsQuery } from "../client";
import { labelForInterval, visitsAhead, whenOfVisit } from "../labels";
import type { RecurringBookingView } from "../views";

export function RecurringBookings() {
  const { data, error, refetch } = useQuery(myRecurringBookingsQuery);
  if (error && !data) {
    return <LoadError error={error} onRetry={refetch} />;
  }
  if (!data?.recurringBookings.length) return null;
  return (
    <section aria-labelledby="recurring-bookings" className="flex flex-col gap-4">
      <h2 id="recurring-bookings" className="text-xl">
        {m.recurring_bookings_my_title()}
      </h2>
      <ul className="flex flex-col gap-3">
        {data.recurringBookings.map((recurringBooking) => (
          <RecurringBookingItem key={recurringBooking.id} recurringBooking={recurringBooking} />
        ))}
      </ul>
    </section>
  );
}

function RecurringBookingItem({ recurringBooking }: { recurringBooking: RecurringBookingView }) {
  const { serviceName, interval, address, nextDay } = recurringBooking;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-4">
      <div>
        <h3 className="font-medium">{serviceName}</h3>
        <p className="text-sm text-muted">{labelForInterval(interval)}</p>
        <p className="text-sm text-muted">
          <bdi>{address}</bdi>
        </p>
      </div>
      <ul className="flex flex-col">
        {visitsAhead(recurringBooking).map((visit) => (
          <VisitRow
            key={visit.bookingId}
            reference={visit.reference}
            label={m.recurring_bookings_number({ number: visit.number })}
            time={whenOfVisit(visit)}
          />
        ))}
      </ul>
      {nextDay && (
        <p className="text-sm text-muted">
          {m.recurring_bookings_my_next({ day: formatDay(nextDay, "longDate") })}
        </p>
      )}
      <p className="text-sm text-muted">{m.recurring_bookings_my_hint()}</p>
    </li>
  );
}
