import { DispatchBoard } from "~/features/operations/dispatch/admin/board/dispatch-board";
import { BookingSlots } from "./booking-slots-screen";

/** /admin/calendar: the dispatch board of the day in `?date=`. */
export function CalendarScreen() {
  return (
    <BookingSlots>
      <DispatchBoard />
    </BookingSlots>
  );
}
