import { useLocation, useParams } from "react-router";
import { BookingDrawer } from "~/features/operations/bookings/admin/booking-drawer";
import { BookingSlots } from "./booking-slots-screen";

/** /admin/bookings/:bookingId; keeps the filters of the list in the address. */
export function BookingScreen() {
  const { bookingId } = useParams();
  const { search } = useLocation();
  return (
    <BookingSlots>
      <BookingDrawer id={bookingId!} closePath={`/admin/bookings${search}`} />
    </BookingSlots>
  );
}
