import { useLocation, useParams } from "react-router";
import { CustomerWords } from "~/features/aftercare/admin/customer-words";
import { BookingDrawer } from "~/features/bookings/admin/booking-drawer";
import { BookingReports } from "~/features/field/admin/booking-reports";

/** /admin/bookings/:bookingId. The filters of the list stay in the address. */
export default function BookingPage() {
  const { bookingId } = useParams();
  const { search } = useLocation();
  return (
    <BookingDrawer
      id={bookingId!}
      closePath={`/admin/bookings${search}`}
      CustomerWords={CustomerWords}
      Reports={BookingReports}
    />
  );
}
