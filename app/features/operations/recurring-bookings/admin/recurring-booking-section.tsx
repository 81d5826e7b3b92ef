import { useQuery } from "@tanstack/react-query";
import Repeat from "lucide-react/icons/repeat";
import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { Button } from "~/ui/button";
import { Section, SectionAction } from "~/ui/section";
import type { BookingDetail } from "../../bookings/office/views";
import { recurringBookingQuery } from "../admin-client";
import { labelForRecurrence } from "../labels";
import { RecurringBookingCard } from "./recurring-booking-card";
import { CreateForm } from "./recurring-booking-forms";

interface RecurringBookingSectionProps {
  booking: BookingDetail;
  /** Buttons in the row of the one that makes the booking recurring. */
  buttons: ReactNode;
}

/** Recurrence of a booking, or a button that makes it recurring. */
export function RecurringBookingSection({ booking, buttons }: RecurringBookingSectionProps) {
  const { startButton, section } = useRecurrence(booking);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {buttons}
        {startButton}
      </div>
      {section}
    </>
  );
}

function useRecurrence(booking: BookingDetail): { startButton?: ReactNode; section?: ReactNode } {
  const { data, error, refetch } = useQuery(recurringBookingQuery(booking.id));
  const mayManage = useMay("bookings.manage");
  const [repeating, setRepeating] = useState(false);
  const { state, emergency } = booking;
  const mayRepeat = mayManage && !emergency && state !== "cancelled" && state !== "declined";
  if (error && !data) {
    return {
      section: (
        <div className="flex flex-col items-start gap-2 text-sm">
          <p className="text-error">{m.recurring_bookings_failed()}</p>
          <Button tone="quiet" size="small" onClick={() => refetch()}>
            {m.common_try_again()}
          </Button>
        </div>
      ),
    };
  }
  if (!data) return {};
  const { recurringBooking } = data;
  if (repeating) return { section: <CreateForm booking={booking} onClose={() => setRepeating(false)} /> };
  if (!recurringBooking) {
    if (!mayRepeat) return {};
    return {
      startButton: (
        <Button tone="quiet" size="small" onClick={() => setRepeating(true)}>
          <Repeat aria-hidden className="size-4" />
          {m.recurring_bookings_start()}
        </Button>
      ),
    };
  }
  const currentOccurrence = recurringBooking.visits.find(({ bookingId }) => bookingId === booking.id);
  return {
    section: (
      <Section
        title={m.recurring_bookings_title()}
        action={
          recurringBooking.endedAt &&
          mayRepeat && (
            <SectionAction onClick={() => setRepeating(true)}>
              <Repeat aria-hidden />
              {m.recurring_bookings_restart()}
            </SectionAction>
          )
        }
      >
        {currentOccurrence && (
          <p className="mb-2 text-sm">
            {labelForRecurrence({ number: currentOccurrence.number, interval: recurringBooking.interval })}
          </p>
        )}
        <RecurringBookingCard recurringBooking={recurringBooking} except={booking.id} />
      </Section>
    ),
  };
}
