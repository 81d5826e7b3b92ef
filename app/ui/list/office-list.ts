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
import type { ListFilter, Word } from "./filters/filters";
import { useVisiblePages } from "./use-visible-pages";

/*
 * The description of an office list. Everything that lists have in common (table and cards, address, pages, keys, drawer,
 * waiting, failing) is the kit's; what one list is about is said here, once.
 */

interface Identified {
  id: string;
}

export interface OfficeList<Row extends Identified, Filter = object> {
  /** Of the list; a record opens below it, and `new` is where one is added. */
  path: string;
  title: Word;
  /** A sentence below the title. */
  hint?: Word;
  add?: { label: Word; Icon: Icon; may: Permission };
  /** What is told of all of it, above the filters. */
  Summary?: ComponentType;
  filters?: readonly ListFilter<Filter>[];
  /** A hook: the rows for a filter, to which a column's `sort` is added; see `pagedRows` and `allRows`. */
  useRows: (filter: Filter) => ListRows<Row>;
  show: Columns<Row> | Lines<Row>;
  /** The order under a filter, where it is another than `show.usual`: a column's; see sort.ts. */
  defaultFor?: (filter: Filter) => string | undefined;
  /** Nothing there at all, and what to do next. */
  empty?: Emptiness & { Icon: Icon; action?: { label: Word; to: string } };
  /** Nothing for this filter. */
  noMatch?: (filter: Filter) => Emptiness & {
    /** The word for taking filters away. */
    clear?: Word;
    /** Which of them; all, where nothing is said. */
    clears?: readonly Extract<keyof Filter, string>[];
  };
  /** The instant at which a row came to be: one that comes while somebody looks is lit up and told. */
  arrivals?: { at: (row: Row) => string; told: (words: { count: number }) => string };
  /** Draws the eye to a row: for emergencies. */
  isUrgent?: (row: Row) => boolean;
  bulk?: Bulk<Row>;
  saved?: SavedFilters<Filter>;
  /** One record beside the list; absent: the page's child route shows it. */
  Opened?: ComponentType<{ id: string; closePath: string }>;
  /** Where the filtered list is had as a file. */
  exportPath?: (filter: Filter) => string;
}

export type Icon = ComponentType<{ className?: string; "aria-hidden"?: boolean }>;

interface Emptiness {
  title: Word;
  body?: Word;
}

/** As a table, and as cards where there is no room for columns. */
export interface Columns<Row> {
  columns: readonly Column<Row>[];
  /** The order in which rows come unasked, where any column sorts: a column's (see sort.ts), or in words where it is of none. */
  usual?: string | Word;
}

export interface Column<Row> {
  label: Word;
  cell: (row: Row, now: Date) => ReactNode;
  /** Of the column; one without takes its share of what is left. */
  width?: `w-${number}`;
  /** How wide the list has to be for it: columns leave one by one, the least needed first. */
  from?: keyof typeof widths;
  /** In line with the end of its column, as numbers are. */
  end?: true;
  /** Further classes of its cells. */
  look?: string;
  /** What says the whole of a text that may be cut off. */
  tip?: (row: Row) => string;
  /** Its text is the link to the record; of one column only. */
  opens?: true;
  /** The list can be sorted by it; its name in the address. The server is asked for it as `sort`, unless `value` says it here. */
  sort?: string;
  /** By what rows are sorted here: for a list that comes as a whole. */
  value?: (row: Row) => string | number;
  /** Beside the link, and at the end of a card's title. */
  marks?: (row: Row) => ReactNode;
  /**
   * Its place on a card, where it has one: the title or what marks the end of that line, the line below it or its end, the
   * small print or its end. Several in one place are told in the order of the columns.
   */
  card?: CardPlace;
  /** What the card says in its place, where it is not the cell. */
  onCard?: (row: Row, now: Date) => ReactNode;
}

export const cardPlaces = ["title", "mark", "line", "line-end", "foot", "foot-end"] as const;
export type CardPlace = (typeof cardPlaces)[number];

/** One shape at every width, for lists that have an order of their own. */
export interface Lines<Row> {
  line: (row: Row) => ReactNode;
  nameOf: (row: Row) => string;
  order?: Order<Row>;
}

export interface Order<Row> {
  /** Whoever may not sees the order, and no way to change it. */
  may: Permission;
  /** The others follow below, under their heading, and have no place. */
  hasPlace: (row: Row) => boolean;
  rest: Word;
  /** A hook: puts the rows into the order of these ids. */
  useArrange: () => { mutate: (ids: string[]) => void; error: Error | null };
}

export interface ListRows<Row> {
  /** Undefined until they came for the first time. */
  rows: readonly Row[] | undefined;
  /** How many there are of each value that chips choose between, whatever is searched for. */
  counts?: Readonly<Record<string, number>>;
  error: Error | null;
  /** What is shown belongs to the filter before. */
  isPlaceholderData: boolean;
  refetch: () => void;
  /** Absent where all come at once. */
  pages?: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => void;
    /** To be told which rows are in sight: only pages of those are asked for again when something happens. */
    see: (first: number, last: number) => void;
  };
}

/** What is done with several rows at once; what is refused is told one by one. */
export interface Bulk<Row> {
  /** Whoever may not chooses no rows. */
  may: Permission;
  label: Word;
  canBeChosen: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  chooseAll: Word;
  chosen: (words: { count: number }) => string;
  moves: readonly BulkMove<Row>[];
}

export interface BulkMove<Row> {
  label: (words: { count: number }) => string;
  done: (words: { count: number }) => string;
  /** A hook. */
  useMove: () => {
    mutateAsync: (rows: readonly Row[]) => Promise<BulkAnswer>;
    data: BulkAnswer | undefined;
    error: Error | null;
    isPending: boolean;
  };
}

/** What became of each. */
export interface BulkAnswer {
  results: { id: string; ok: boolean; message: string | null }[];
}

/** The filters that somebody has kept under a name. Hooks. */
export interface SavedFilters<Filter> {
  useKept: () => readonly { id: string; name: string; filter: Filter }[];
  useKeep: () => UseMutationResult<unknown, Error, { name: string; filter: Filter }>;
  useForget: () => UseMutationResult<unknown, Error, { id: string }>;
}

export function officeList<Row extends Identified, Filter = object>(
  list: OfficeList<Row, Filter>,
): OfficeList<Row, Filter> {
  return list;
}

/** The rows of a list that comes page by page; what is shown stays until the next filter's are there. */
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
      pages: { ...query, see },
    };
  };
}

/** The rows of a list that comes as a whole. */
export function allRows<Row, Filter, Answer, Key extends QueryKey>(
  queryOf: (filter: Filter) => UndefinedInitialDataOptions<Answer, Error, readonly Row[], Key>,
): (filter: Filter) => ListRows<Row> {
  return function useAllRows(filter) {
    const query = useQuery({ ...queryOf(filter), placeholderData: keepPreviousData });
    return { ...query, rows: query.data };
  };
}
