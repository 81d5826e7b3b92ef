import type { ReactNode, Ref } from "react";
import { FilterTools, type ListFilters, SetFilters, ViewChips } from "./list-tools";

interface ListHeaderProps<Filter> extends ListFilters<Filter> {
  title: string;
  /** Number of rows. */
  count?: ReactNode;
  /** Rows per value of the chips filter. */
  counts?: Readonly<Record<string, number>>;
  searchRef?: Ref<HTMLInputElement>;
  /** One figure of the list, in the bar. */
  figure?: ReactNode;
  /** Buttons at the end of the bar; the primary one last. */
  buttons?: ReactNode;
  /** Tabs before the views. */
  nav?: ReactNode;
  /** Content after the views. */
  children?: ReactNode;
}

/** Bar of 56 px (title, search, filters, buttons) and one row of views, so that all tables start at one height. */
export function ListHeader<Filter>({
  title,
  count,
  counts,
  searchRef,
  figure,
  buttons,
  nav,
  children,
  ...filtered
}: ListHeaderProps<Filter>) {
  return (
    <header className="@container">
      <div className="flex min-h-14 flex-wrap items-center gap-2 px-4 py-2.5 lg:px-6">
        <h1 className="text-lg font-semibold">{title}</h1>
        {count}
        <FilterTools {...filtered} searchRef={searchRef} />
        {figure && (
          <div className="order-last basis-full @xl:hidden @4xl:order-none @4xl:block @4xl:basis-auto">
            {figure}
          </div>
        )}
        <span className="ms-auto flex items-center gap-2">{buttons}</span>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 pb-2 lg:px-6 @xl:flex-nowrap">
        {nav}
        <ViewChips {...filtered} counts={counts} />
        <SetFilters {...filtered} />
        {children}
      </div>
    </header>
  );
}
