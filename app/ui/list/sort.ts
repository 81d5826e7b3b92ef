import { compareWords } from "~/platform/locale/compare-words";
import type { Columns } from "./office-list";

/** Column key as in the URL, with a leading minus for descending. */
export type Sort = string | undefined;

type Sortable<Row> = Pick<Columns<Row>, "columns" | "defaultSort">;

export const SORT_PARAM = "sort";

export function isSortable<Row>({ columns }: Sortable<Row>): boolean {
  return columns.some(({ sort }) => sort);
}

/** Unknown keys result in the default sort. */
export function readSort<Row>({ columns, defaultSort }: Sortable<Row>, address: URLSearchParams): Sort {
  const value = address.get(SORT_PARAM) ?? "";
  return findSortColumn({ columns }, value) && value !== defaultSort ? value : undefined;
}

function findSortColumn<Row>({ columns }: Sortable<Row>, key: Sort) {
  return columns.find(({ sort }) => sort && (key === sort || key === `-${sort}`));
}

export function sortDirection<Row>(
  { defaultSort }: Sortable<Row>,
  sort: Sort,
  column: string,
): "ascending" | "descending" | undefined {
  const shown = sort ?? defaultSort;
  if (shown === column) return "ascending";
  return shown === `-${column}` ? "descending" : undefined;
}

/** Ascending, descending, then the default sort. */
export function nextSort<Row>(list: Sortable<Row>, sort: Sort, column: string): Sort {
  const isDefaultColumn = sortDirection(list, undefined, column) !== undefined;
  switch (sortDirection(list, sort, column)) {
    case "ascending":
      return omitDefault(list, `-${column}`);
    case "descending":
      return isDefaultColumn ? omitDefault(list, column) : undefined;
    default:
      return omitDefault(list, column);
  }
}

function omitDefault<Row>({ defaultSort }: Sortable<Row>, sort: string): Sort {
  return sort === defaultSort ? undefined : sort;
}

/** Sort parameter of the request; empty if the browser sorts. */
export function serverSort<Row>(list: Sortable<Row>, sort: Sort): { sort?: string } {
  return sort && !findSortColumn(list, sort)?.value ? { sort } : {};
}

/** Sorts rows in the browser, stably and only by columns with a `value`. */
export function sortRows<Row>(list: Sortable<Row>, sort: Sort, rows: readonly Row[]): readonly Row[] {
  const value = findSortColumn(list, sort)?.value;
  if (!value) return rows;
  const sign = sort?.startsWith("-") ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(value(one), value(other)));
}

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : compareWords(String(one), String(other));
}
