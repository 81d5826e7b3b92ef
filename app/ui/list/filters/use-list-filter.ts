import { useSearchParams } from "react-router";
import type { OfficeList } from "../office-list";
import { isSortable, readSort, SORT_PARAM, type Sort, serverSort } from "../sort";
import { type FilterText, readFilter, writeFilter } from "./filters";

/** `null` removes a filter; absent ones stay. */
export type FilterChange<Filter> = { [Name in keyof Filter]?: string | null };

/** Filter and sort are stored in the URL, so that they survive a reload and can be shared. */
export function useListFilter<Row extends { id: string }, Filter>({
  filters = [],
  layout,
  defaultFor,
}: Pick<OfficeList<Row, Filter>, "filters" | "layout" | "defaultFor">) {
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(filters, address);
  const defaultSort = defaultFor?.(filter);
  const shown = "columns" in layout && defaultSort ? { ...layout, defaultSort } : layout;
  const sortable = "columns" in shown && isSortable(shown) ? shown : undefined;
  const sort = sortable && readSort(sortable, address);

  function replace(filter: Filter) {
    setAddress((address) => writeFilter(filters, filter, address), {
      replace: true,
      preventScrollReset: true,
    });
  }

  function sortBy(sort: Sort) {
    setAddress((address) => writeSort(sort, address), { replace: true, preventScrollReset: true });
  }

  const written = writeFilter(filters, filter);
  const query = writeSort(sort, written);
  return {
    filter,
    /** With the default sort of this filter. */
    layout: shown,
    sortable,
    sort,
    /** Request parameters. */
    request: { ...filter, ...(sortable && serverSort(sortable, sort ?? defaultSort)) },
    sortBy,
    replace,
    change: (change: FilterChange<Filter>) => replace({ ...filter, ...textOf(change) }),
    isFiltered: written.size > 0,
    /** Query of record links, so that the list keeps its filter and sort. */
    query: query.size > 0 ? `?${query}` : "",
  };
}

function writeSort(sort: Sort, address: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(address);
  written.delete(SORT_PARAM);
  if (sort) written.set(SORT_PARAM, sort);
  return written;
}

function textOf<Filter>(change: FilterChange<Filter>): FilterText<Filter> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, value ?? ""]),
  ) as FilterText<Filter>;
}
