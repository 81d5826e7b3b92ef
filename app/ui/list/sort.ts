import { compareWords } from "~/platform/locale/compare-words";
import type { Columns } from "./office-list";

/** Column key as in the URL, with a leading minus for descending. */
export type Sort = string | undefined;

type Sortable<Row> = Pick<Columns<Row>, "columns" | "usual">;

export const SORT = "sort";

export function isSorted<Row>({ columns }: Sortable<Row>): boolean {
  return columns.some(({ sort }) => sort);
}

/** Unknown keys result in the default sort. */
export function readSort<Row>({ columns, usual }: Sortable<Row>, address: URLSearchParams): Sort {
  const wish = address.get(SORT) ?? "";
  return sortedBy({ columns }, wish) && wish !== usual ? wish : undefined;
}

function sortedBy<Row>({ columns }: Sortable<Row>, wish: Sort) {
  return columns.find(({ sort }) => sort && (wish === sort || wish === `-${sort}`));
}

export function directionOf<Row>(
  { usual }: Sortable<Row>,
  sort: Sort,
  column: string,
): "ascending" | "descending" | undefined {
  const shown = sort ?? usual;
  if (shown === column) return "ascending";
  return shown === `-${column}` ? "descending" : undefined;
}

/** Ascending, descending, then the default sort. */
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

/** Empty if the browser sorts. */
export function servedSort<Row>(list: Sortable<Row>, sort: Sort): { sort?: string } {
  return sort && !sortedBy(list, sort)?.value ? { sort } : {};
}

/** Stable; only for columns with a `value`. */
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
