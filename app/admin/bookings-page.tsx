import { Outlet, useMatch, useParams } from "react-router";
import { BookingList } from "~/features/bookings/admin/booking-list";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";

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
    <div className={classNames("lg:grid lg:h-full", beside && "xl:grid-cols-[minmax(0,1fr)_31rem]")}>
      <BookingList openId={bookingId} />
      <Outlet />
    </div>
  );
}
