import { useSearchParams } from "react-router";
import { NewBooking } from "~/features/bookings/admin/new-booking";

/** /admin/bookings/new, and with ?revisitOf a visit under the warranty. The filters of the list stay in the address. */
export default function NewBookingPage() {
  const [params] = useSearchParams();
  const rest = new URLSearchParams(params);
  rest.delete("revisitOf");
  const search = rest.size > 0 ? `?${rest}` : "";
  return (
    <NewBooking
      revisitOf={params.get("revisitOf")}
      closePath={`/admin/bookings${search}`}
      pathOf={(id) => `/admin/bookings/${id}${search}`}
    />
  );
}
