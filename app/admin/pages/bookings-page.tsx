import { bookingList } from "~/features/bookings/admin/booking-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_bookings_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/bookings: the list; an opened booking (/admin/bookings/:bookingId), or a new one, stands beside it. */
export default function BookingsPage() {
  return <OfficeListPage list={bookingList} />;
}
