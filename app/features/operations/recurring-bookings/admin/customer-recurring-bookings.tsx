import { useQuery } from "@tanstack/react-query";
import Repeat from "lucide-react/icons/repeat";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { Select } from "~/ui/form/field";
import { Section, SectionAction } from "~/ui/section";
import { bookingQuery } from "../../bookings/admin-client";
import type { BookingState } from "../../bookings/booking";
import { customerRecurringBookingsQuery } from "../admin-client";
import { labelForInterval } from "../labels";
import { RecurringBookingCard } from "./recurring-booking-card";
import { CreateForm } from "./recurring-booking-forms";

interface RecentBooking {
  id: string;
  reference: string;
  state: BookingState;
  serviceName: string;
  requestedAt: string;
}

/** Recurring bookings of a customer and a button that makes a recent booking recurring. */
export function CustomerRecurringBookings({
  customerId,
  bookings,
}: {
  customerId: string;
  bookings: readonly RecentBooking[];
}) {
  const mayRead = useMay("bookings.read");
  const mayManage = useMay("bookings.manage");
  const { data, error, refetch } = useQuery({
    ...customerRecurringBookingsQuery(customerId),
    enabled: mayRead,
  });
  const [repeating, setRepeating] = useState(false);
  if (error && !data) {
    return (
      <Section title={m.recurring_bookings_title()}>
        <p className="text-sm text-error">{m.recurring_bookings_failed()}</p>
        <Button tone="quiet" size="small" onClick={() => refetch()}>
          {m.common_try_again()}
        </Button>
      </Section>
    );
  }
  if (!data) return null;
  const { recurringBookings } = data;
  const recurring = new Set(
    recurringBookings
      .filter(({ endedAt }) => !endedAt)
      .flatMap(({ visits }) => visits.map(({ bookingId }) => bookingId)),
  );
  const repeatable = bookings.filter(
    ({ id, state }) => state !== "cancelled" && state !== "declined" && !recurring.has(id),
  );
  const mayRepeat = mayManage && repeatable.length > 0;
  if (recurringBookings.length === 0 && !mayRepeat) return null;
  return (
    <Section
      title={m.recurring_bookings_title()}
      action={
        mayRepeat &&
        !repeating && (
          <SectionAction onClick={() => setRepeating(true)}>
            <Repeat aria-hidden />
            {m.recurring_bookings_start_for_visit()}
          </SectionAction>
        )
      }
    >
      {repeating && <RepeatBookingForm bookings={repeatable} onClose={() => setRepeating(false)} />}
      {recurringBookings.length === 0 && !repeating && (
        <p className="text-sm text-muted">{m.recurring_bookings_none()}</p>
      )}
      <ul className="flex flex-col gap-4">
        {recurringBookings.map((one) => (
          <li key={one.id} className="flex flex-col gap-1">
            <p className="text-sm font-medium">{one.serviceName}</p>
            <p className="text-sm text-muted">{labelForInterval(one.interval)}</p>
            <RecurringBookingCard recurringBooking={one} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RepeatBookingForm({
  bookings,
  onClose,
}: {
  bookings: readonly RecentBooking[];
  onClose: () => void;
}) {
  const [id, setId] = useState(bookings[0]!.id);
  const { data: booking, error } = useQuery(bookingQuery(id));
  return (
    <div className="mb-4 flex flex-col gap-3">
      <Select label={m.recurring_bookings_visit()} value={id} onChange={(event) => setId(event.target.value)}>
        {bookings.map(({ id, reference, serviceName, requestedAt }) => (
          <option key={id} value={id}>
            {m.recurring_bookings_visit_option({
              service: serviceName,
              day: formatTime(requestedAt, "date"),
              reference,
            })}
          </option>
        ))}
      </Select>
      {booking && !booking.emergency ? (
        <CreateForm key={booking.id} booking={booking} onClose={onClose} />
      ) : (
        <>
          <p className={booking || error ? "text-sm text-error" : "text-sm text-muted"}>
            {booking
              ? m.recurring_bookings_no_emergency()
              : error
                ? m.recurring_bookings_failed()
                : m.common_loading()}
          </p>
          <div>
            <Button tone="quiet" size="small" onClick={onClose}>
              {m.admin_keep()}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
