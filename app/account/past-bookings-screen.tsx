import { BookingList } from "~/features/people/accounts/components/dashboard/booking-list";
import { m } from "~/paraglide/messages";
import { DashboardFrame } from "./dashboard-frame";

/** /dashboard/past: completed and cancelled bookings. */
export function PastBookingsScreen() {
  return (
    <DashboardFrame>
      <section aria-labelledby="bookings" className="max-w-3xl">
        <h2 id="bookings" className="sr-only">
          {m.account_part_past()}
        </h2>
        <BookingList open="no" />
      </section>
    </DashboardFrame>
  );
}
