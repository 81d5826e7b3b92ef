import type { QueryKey } from "@tanstack/react-query";
import {
  type InfiniteData,
  keepPreviousData,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
  type UseMutationResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import type { Permission } from "~/platform/auth/permissions";
import { uniqueById } from "~/platform/browser/visible-pages";
import type { widths } from "./column-widths";
import type { Label, ListFilter } from "./filters/filters";
import { useVisiblePages } from "./use-visible-pages";

/* Declarative description of an office list, so that all lists behave alike. */

interface Identified {
  id: string;
}

export interface OfficeList<Row extends Identified, Filter = object> {
  /** Path of the list. A record is at `<path>/<id>`, the form for a new one at `<path>/new`. */
  path: string;
  /** Page of a record, if it belongs to another list. */
  recordPath?: (row: Row) => string;
  title: Label;
  hint?: Label;
  add?: { label: Label; Icon: Icon; may: Permission };
  /** Tabs of lists that belong together. */
  Nav?: ComponentType;
  /** One figure of the list, in the bar. */
  Figure?: ComponentType;
  /** Figures of the list, at the end of the row of views. */
  Summary?: ComponentType;
  filters?: readonly ListFilter<Filter>[];
  /** Hook that loads the rows; `filter` includes the sort order if the server sorts. */
  useRows: (filter: Filter) => ListRows<Row>;
  layout: Columns<Row> | Lines<Row>;
  /** Default sort of a filter, if it differs from `layout.defaultSort`. */
  defaultFor?: (filter: Filter) => string | undefined;
  empty?: EmptyText & { Icon: Icon; action?: { label: Label; to: string } };
  /** Texts for a filter without matches. Absent: those of `empty`, if any. */
  noResults?: (filter: Filter) => EmptyText & {
    clear?: Label;
    clears?: readonly Extract<keyof Filter, string>[];
  };
  /** Highlights and announces new rows. */
  newRows?: { at: (row: Row) => string; announcement: (words: { count: number }) => string };
  /** Marks the row as an emergency. */
  isUrgent?: (row: Row) => boolean;
  bulk?: Bulk<Row>;
  saved?: SavedFilters<Filter>;
  /** Shows the open record. Absent: the child route shows it. */
  Opened?: ComponentType<{ id: string; closePath: string }>;
  exportPath?: (filter: Filter) => string;
}

export type Icon = ComponentType<{ className?: string; "aria-hidden"?: boolean }>;

interface EmptyText {
  title: Label;
  body?: Label;
}

export interface Columns<Row> {
  columns: readonly Column<Row>[];
  /** Default sort of the server: the key of a column, or a label for an order without a column. */
  defaultSort?: string | Label;
}

export interface Column<Row> {
  label: Label;
  cell: (row: Row, now: Date) => ReactNode;
  /** Fixed width. Absent: a share of the remaining width. */
  width?: `w-${number}`;
  /** List width from which the column is visible, so that less important columns are hidden first. */
  visibleFrom?: keyof typeof widths;
  /** Shows the column only if a row has a value. Absent: always. */
  isPresent?: (row: Row) => boolean;
  /** Aligns the column to the right in each direction, so that the decimals of its numbers line up. */
  alignEnd?: true;
  cellClass?: string;
  fullText?: (row: Row) => string;
  /**
   * The cell is the link to the record. Exactly one column has this. While the list is too narrow for it, the cell of the
   * card's title is the link.
   */
  isLink?: true;
  /** Sort key in the URL. The server sorts, unless `value` is present. */
  sort?: string;
  value?: (row: Row) => string | number;
  marks?: (row: Row) => ReactNode;
  /** Position on the card of narrow screens. Columns at the same position keep their order. */
  card?: CardPosition;
  /** Card content, if it differs from the cell. */
  onCard?: (row: Row, now: Date) => ReactNode;
}

export const cardPositions = ["title", "mark", "line", "line-end", "foot", "foot-end"] as const;
export type CardPosition = (typeof cardPositions)[number];

/** Layout of lists that users reorder. */
export interface Lines<Row> {
  line: (row: Row) => ReactNode;
  nameOf: (row: Row) => string;
  order?: Order<Row>;
}

export interface Order<Row> {
  may: Permission;
  isOrdered: (row: Row) => boolean;
  unorderedTitle: Label;
  /** Hook; `mutate` receives all ids in the new order. */
  useReorder: () => { mutate: (ids: string[]) => void; error: Error | null };
}

export interface ListRows<Row> {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  /** Rows per value of the chips filter, regardless of the search. */
  counts?: Readonly<Record<string, number>>;
  error: Error | null;
  /** The rows belong to the previous filter. */
  isPlaceholderData: boolean;
  refetch: () => void;
  /** Absent for lists without pages. */
  pages?: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => void;
    /** Live updates reload only visible pages. */
    onVisibleRows: (first: number, last: number) => void;
  };
}

/** Actions on selected rows. Each row succeeds or fails separately. */
export interface Bulk<Row> {
  /** Permission required to select rows. */
  may: Permission;
  label: Label;
  isSelectable: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  chooseAll: Label;
  chosen: (words: { count: number }) => string;
  actions: readonly BulkAction<Row>[];
}

export interface BulkAction<Row> {
  /** Absent: the permission of the selection is enough. */
  may?: Permission;
  /** Rows that the action applies to. Absent: all selected rows. */
  isEligible?: (row: Row) => boolean;
  label: (words: { count: number }) => string;
  done: (words: { count: number }) => string;
  useAction: () => {
    mutateAsync: (rows: readonly Row[]) => Promise<BulkResult>;
    error: Error | null;
    isPending: boolean;
    /** While a long run is sent in batches. */
    progress?: BatchProgress | null;
  };
}

export interface BatchProgress {
  done: number;
  total: number;
}

export interface BulkResult {
  results: {
    id: string;
    outcome: "done" | "skipped" | "failed";
    success: boolean;
    message: string | null;
  }[];
}

/** Filters that users save under a name. */
export interface SavedFilters<Filter> {
  useFilters: () => readonly { id: string; name: string; filter: Filter }[];
  useSave: () => UseMutationResult<unknown, Error, { name: string; filter: Filter }>;
  useDelete: () => UseMutationResult<unknown, Error, { id: string }>;
}

export function officeList<Row extends Identified, Filter = object>(
  list: OfficeList<Row, Filter>,
): OfficeList<Row, Filter> {
  return list;
}

/** Hook for the rows of a paged query. Keeps the previous rows until those of the next filter are loaded. */
export function pagedRows<Row extends { id: string }, Filter, Page, Key extends QueryKey>(
  queryOf: (
    filter: Filter,
  ) => UndefinedInitialDataInfiniteOptions<Page, Error, InfiniteData<Page>, Key, string>,
  rowsOf: (page: Page) => readonly Row[],
  countsOf?: (page: Page) => Readonly<Record<string, number>> | undefined,
): (filter: Filter) => ListRows<Row> {
  return function usePagedRows(filter) {
    const options = queryOf(filter);
    const { queryKey } = options;
    const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
    const [first] = query.data?.pages ?? [];
    const see = useVisiblePages(
      queryKey,
      (query.data?.pages ?? []).map((page) => rowsOf(page).length),
      query.refetch,
    );
    return {
      rows: query.data && uniqueById(query.data.pages.flatMap((page) => rowsOf(page))),
      counts: first && countsOf?.(first),
      error: query.error,
      isPlaceholderData: query.isPlaceholderData,
      refetch: query.refetch,
      pages: { ...query, onVisibleRows: see },
    };
  };
}

export function allRows<Row, Filter, Answer, Key extends QueryKey>(
  queryOf: (filter: Filter) => UndefinedInitialDataOptions<Answer, Error, readonly Row[], Key>,
): (filter: Filter) => ListRows<Row> {
  return function useAllRows(filter) {
    const query = useQuery({ ...queryOf(filter), placeholderData: keepPreviousData });
    return { ...query, rows: query.data };
  };
}
