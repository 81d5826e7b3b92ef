import { useSearchParams } from "react-router";
import { NewBooking } from "~/features/operations/bookings/admin/new-booking";

/**
 * /admin/bookings/new; `?warrantyOf` books a warranty visit, `?customer` fills in a known customer. Keeps the
 * filters of the list in the address.
 */
export function NewBookingScreen() {
  const [params] = useSearchParams();
  const rest = new URLSearchParams(params);
  rest.delete("warrantyOf");
  rest.delete("customer");
  const customerId = params.get("customer");
  const search = rest.size > 0 ? `?${rest}` : "";
  return (
    <NewBooking
      warrantyOf={params.get("warrantyOf")}
      customerId={customerId}
      closePath={customerId ? `/admin/customers/${customerId}` : `/admin/bookings${search}`}
      pathOf={(id) => `/admin/bookings/${id}${search}`}
    />
  );
}
