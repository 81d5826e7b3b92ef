import { useSearchParams } from "react-router";
import { type FilterText, type ListFilter, readFilter, writeFilter } from "./filters";

/** Takes filters away (`null`) or sets them; the others stay. */
export type FilterChange<Filter> = { [Name in keyof Filter]?: string | null };

/** The filters of a list live in its address: they survive a reload, and a link to a colleague. */
export function useListFilter<Filter>(filters: readonly ListFilter<Filter>[]) {
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(filters, address);

  /** Exactly this filter, whatever was there before. */
  function replace(filter: Filter) {
    setAddress((address) => writeFilter(filters, filter, address), {
      replace: true,
      preventScrollReset: true,
    });
  }

  const written = writeFilter(filters, filter);
  return {
    filter,
    replace,
    change: (change: FilterChange<Filter>) => replace({ ...filter, ...textOf(change) }),
    isFiltered: written.size > 0,
    /** The filter as it hangs on the addresses of the records, so that the list stays as it is. */
    query: written.size > 0 ? `?${written}` : "",
  };
}

function textOf<Filter>(change: FilterChange<Filter>): FilterText<Filter> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, value ?? ""]),
  ) as FilterText<Filter>;
}
