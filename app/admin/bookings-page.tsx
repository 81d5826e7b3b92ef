import { Outlet, useMatch, useParams } from "react-router";
import { BookingList } from "~/features/bookings/admin/booking-list";
import { m } from "~/paraglide/messages";
import { ListPage } from "~/ui/list-frame";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.admin_bookings_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/bookings: the list; an opened booking (/admin/bookings/:bookingId), or a new one, stands beside it. */
export default function BookingsPage() {
  const { bookingId } = useParams();
  const adding = useMatch("/admin/bookings/new") !== null;
  const beside = bookingId !== undefined || adding;
  return (
    <ListPage beside={beside}>
      <BookingList openId={bookingId} />
      <Outlet />
    </ListPage>
  );
}
