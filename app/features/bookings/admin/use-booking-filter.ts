import { useSearchParams } from "react-router";
import { bookingStates } from "../booking";
import { type BookingFilter, filterNames } from "../booking-filter";

/** What narrows the list down otherwise; `null` takes a filter away. */
export type FilterChange = { [Name in keyof BookingFilter]: BookingFilter[Name] | null };

/** The filters of the list live in its address: they survive a reload, and a link to a colleague. */
export function useBookingFilter() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);

  function setFilter(change: FilterChange) {
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

  /** Exactly this filter, whatever was there before. */
  function replaceFilter(filter: BookingFilter) {
    setParams(new URLSearchParams(Object.entries(filter)), { replace: true, preventScrollReset: true });
  }

  return { filter, setFilter, replaceFilter, isFiltered: Object.keys(filter).length > 0 };
}

function filterOf(params: URLSearchParams): BookingFilter {
  const given = filterNames.map((name) => [name, params.get(name)] as const).filter(([, value]) => value);
  const { state, ...filter }: BookingFilter = Object.fromEntries(given);
  // An address that somebody typed may name a state that there is not.
  return state && bookingStates.includes(state) ? { state, ...filter } : filter;
}
