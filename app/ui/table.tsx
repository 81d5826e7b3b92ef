import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** A cell of the back office's tables: dense, its first and last in line with the page. */
export const cell = "h-10 truncate px-2.5 first:ps-4 last:pe-4 lg:first:ps-6 lg:last:pe-6";

/** The look of a column's head, which stays in view. */
export const headingClass =
  "sticky top-0 z-10 h-9 border-b border-line bg-paper px-2.5 text-xs font-medium text-muted first:ps-4 last:pe-4 lg:first:ps-6 lg:last:pe-6";

interface HeadingProps {
  className?: string;
  /** Of the column, in the language of styles. */
  width?: string;
  end?: true;
  /** The direction, where the rows are in the order of this column. */
  sorted?: "ascending" | "descending";
  children: ReactNode;
}

/** The name of a column, which stays in view. */
export function Heading({ className, width, end, sorted, children }: HeadingProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      style={{ width }}
      className={classNames(headingClass, end ? "text-end" : "text-start", className)}
    >
      {children}
    </th>
  );
}
