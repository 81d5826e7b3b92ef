import { useSearchParams } from "react-router";
import type { BookingFilter } from "../admin-client";
import { bookingStates } from "../booking";

/** The filters of the list live in its address: they survive a reload, and a link to a colleague. */
export function useBookingFilter() {
  const [params, setParams] = useSearchParams();
  const filter: BookingFilter = {
    search: params.get("search") ?? "",
    state: bookingStates.find((state) => state === params.get("state")) ?? null,
    service: params.get("service"),
  };

  function setFilter(change: Partial<BookingFilter>) {
    setParams(
      (params) => {
        for (const [name, value] of Object.entries(change)) {
          if (value) params.set(name, value);
          else params.delete(name);
        }
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return { filter, setFilter, isFiltered: Boolean(filter.search || filter.state || filter.service) };
}
