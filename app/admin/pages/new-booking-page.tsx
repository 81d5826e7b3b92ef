import { useSearchParams } from "react-router";
import { NewBooking } from "~/features/bookings/admin/new-booking";

/**
 * /admin/bookings/new, with ?revisitOf a visit under the warranty, with ?customer for somebody who is known. The filters of
 * the list stay in the address.
 */
export default function NewBookingPage() {
  const [params] = useSearchParams();
  const rest = new URLSearchParams(params);
  rest.delete("revisitOf");
  rest.delete("customer");
  const customerId = params.get("customer");
  const search = rest.size > 0 ? `?${rest}` : "";
  return (
    <NewBooking
      revisitOf={params.get("revisitOf")}
      customerId={customerId}
      closePath={customerId ? `/admin/customers/${customerId}` : `/admin/bookings${search}`}
      pathOf={(id) => `/admin/bookings/${id}${search}`}
    />
  );
}
