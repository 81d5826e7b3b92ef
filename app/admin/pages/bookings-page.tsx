import { bookingList } from "~/features/operations/bookings/admin/booking-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.admin_bookings_title());

/** /admin/bookings: the list with an opened or new booking beside it. */
export default function BookingsPage() {
  return <OfficeListPage list={bookingList} />;
}
