import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import type { BookingState } from "./booking";

/** Where a booking stands, in words for its customer. */
export function stateSentence(booking: {
  state: BookingState;
  emergency: boolean;
  technicianName: string | null;
}): string {
  const technician = booking.technicianName ? isolated(booking.technicianName) : m.booking_our_technician();
  switch (booking.state) {
    case "requested":
      return booking.emergency ? m.booking_says_emergency() : m.booking_says_requested();
    case "confirmed":
      return m.booking_says_confirmed();
    case "scheduled":
      return m.booking_says_scheduled({ technician: isolated(technician) });
    case "en_route":
      return m.booking_says_en_route({ technician: isolated(technician) });
    case "on_site":
      return m.booking_says_on_site({ technician: isolated(technician) });
    case "on_hold":
      return m.booking_says_on_hold();
    case "no_access":
      return m.booking_says_no_access();
    case "work_done":
      return m.booking_says_work_done();
    case "completed":
      return m.booking_says_completed();
    case "declined":
      return m.booking_says_declined();
    case "cancelled":
      return m.booking_says_cancelled();
    case "closed":
      return m.booking_says_closed();
  }
}
