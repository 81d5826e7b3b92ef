import { compareWords } from "~/platform/locale/compare-words";
import type { Columns } from "./office-list";

/**
 * The order of a list as its address and the server have it: the name of a column, with a minus before it where the last
 * comes first. Undefined is the list's usual order.
 */
export type Sort = string | undefined;

type Sortable<Row> = Pick<Columns<Row>, "columns" | "usual">;

export const SORT = "sort";

export function isSorted<Row>({ columns }: Sortable<Row>): boolean {
  return columns.some(({ sort }) => sort);
}

/** What an address says of the order. An order that the list has not is its usual one. */
export function readSort<Row>({ columns, usual }: Sortable<Row>, address: URLSearchParams): Sort {
  const wish = address.get(SORT) ?? "";
  return sortedBy({ columns }, wish) && wish !== usual ? wish : undefined;
}

function sortedBy<Row>({ columns }: Sortable<Row>, wish: Sort) {
  return columns.find(({ sort }) => sort && (wish === sort || wish === `-${sort}`));
}

/** The direction of a column in the order that is shown, if it is sorted by it. */
export function directionOf<Row>(
  { usual }: Sortable<Row>,
  sort: Sort,
  column: string,
): "ascending" | "descending" | undefined {
  const shown = sort ?? usual;
  if (shown === column) return "ascending";
  return shown === `-${column}` ? "descending" : undefined;
}

/** What a press on a column's heading asks for: up, then down, then the usual order where that is none of this column. */
export function pressed<Row>(list: Sortable<Row>, sort: Sort, column: string): Sort {
  const defaultHere = directionOf(list, undefined, column) !== undefined;
  switch (directionOf(list, sort, column)) {
    case "ascending":
      return unlessDefault(list, `-${column}`);
    case "descending":
      return defaultHere ? unlessDefault(list, column) : undefined;
    default:
      return unlessDefault(list, column);
  }
}

function unlessDefault<Row>({ usual }: Sortable<Row>, sort: string): Sort {
  return sort === usual ? undefined : sort;
}

/** What the server is asked for: nothing, where the rows are sorted here. */
export function servedSort<Row>(list: Sortable<Row>, sort: Sort): { sort?: string } {
  return sort && !sortedBy(list, sort)?.value ? { sort } : {};
}

/** The rows of a list that is here as a whole, by what the column says of each; equal ones stay as they came. */
export function sortRows<Row>(list: Sortable<Row>, sort: Sort, rows: readonly Row[]): readonly Row[] {
  const value = sortedBy(list, sort)?.value;
  if (!value) return rows;
  const way = sort?.startsWith("-") ? -1 : 1;
  return rows.toSorted((one, other) => way * compare(value(one), value(other)));
}

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : compareWords(String(one), String(other));
}
