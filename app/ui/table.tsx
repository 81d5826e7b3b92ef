import type { ReactNode } from "react";
import { classNames } from "./class-names";

export const cell = "h-10 truncate px-2.5 first:ps-4 last:pe-4 lg:first:ps-6 lg:last:pe-6";

export const headingClass =
  "sticky top-0 z-10 h-9 border-b border-line bg-paper px-2.5 text-xs font-medium text-muted first:ps-4 last:pe-4 lg:first:ps-6 lg:last:pe-6";

interface HeadingProps {
  className?: string;
  /** CSS width of the column. */
  width?: string;
  /** Heading of amounts. */
  end?: true;
  sorted?: "ascending" | "descending";
  children: ReactNode;
}

export function Heading({ className, width, end, sorted, children }: HeadingProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      style={{ width }}
      className={classNames(headingClass, end ? "amount-end" : "text-start", className)}
    >
      {children}
    </th>
  );
}
