import { type ReactNode, type RefObject, useRef } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "./button";
import { classNames } from "./class-names";
import { useFocusBack, useListKeys } from "./list-keys";
import { ListFailed, ListStale, ListWaiting } from "./list-states";

/** A page of a list: what is opened of it stands beside it, or over it where there is no room for both. */
export function ListPage({ beside, children }: { beside: boolean; children: ReactNode }) {
  return (
    <div className={classNames("lg:grid lg:h-full", beside && "xl:grid-cols-[minmax(0,1fr)_31rem]")}>
      {children}
    </div>
  );
}

/** How far the asking for a list has come. */
interface ListQuery {
  error: Error | null;
  /** What is shown belongs to the filter before. */
  isPlaceholderData: boolean;
  refetch: () => void;
}

interface ListFrameProps<Row> {
  title: string;
  /** What can be done, at the end of its title. */
  actions?: ReactNode;
  /** Below its title: search and filters. */
  tools?: ReactNode;
  /** What "/" goes to. */
  searchRef?: RefObject<HTMLElement | null>;
  /** Between its head and its lines: what stays when they are scrolled. */
  notices?: ReactNode;
  /** The opened record, whose line gets the focus back. */
  openId: string | undefined;
  query: ListQuery;
  /** Undefined until they came for the first time. */
  rows: readonly Row[] | undefined;
  loading: string;
  failed: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The frame of every list of the office: it fills its box, is walked by keys, and tells when it could not be read. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { title, actions, tools, notices, openId, query, rows, loading, failed, children } = props;
  const listRef = useRef<HTMLDivElement>(null);
  const noSearch = useRef<HTMLElement>(null);
  useListKeys(listRef, props.searchRef ?? noSearch);
  useFocusBack(listRef, openId);

  function content() {
    if (rows) return children(rows);
    if (!query.error) return <ListWaiting label={loading} />;
    return <ListFailed title={failed} reason={query.error.message} onRetry={() => query.refetch()} />;
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <header className="@container flex flex-col gap-3 px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <div className="flex min-h-9 items-center gap-3">
          <h1 className="text-lg font-semibold">{title}</h1>
          <span className="ms-auto flex items-center gap-2">
            {props.searchRef && (
              <span className="me-1 hidden text-xs text-muted lg:@2xl:inline">{m.admin_bookings_keys()}</span>
            )}
            {actions}
          </span>
        </div>
        {tools}
      </header>
      {notices}
      {query.error && rows && <ListStale reason={query.error.message} />}
      <div
        ref={listRef}
        aria-busy={query.isPlaceholderData || undefined}
        className={classNames(
          "@container min-h-0 grow border-t border-line transition-opacity lg:overflow-y-auto",
          query.isPlaceholderData && "opacity-60",
        )}
      >
        {content()}
      </div>
    </div>
  );
}

/** The lines as a table, and as cards where there is no room for columns. */
export function TableOrCards({ table, cards }: { table: ReactNode; cards: ReactNode }) {
  return (
    <>
      <div className="hidden @xl:block">{table}</div>
      <div className="@xl:hidden">{cards}</div>
    </>
  );
}

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => void };
  label: string;
  loading: string;
  /** What is said where there is no more. */
  end?: string;
}

/** Below the lines of a list that comes page by page. */
export function LoadMore({ query, label, loading, end }: LoadMoreProps) {
  if (!query.hasNextPage && !end) return null;
  return (
    <div className="flex justify-center p-4">
      {query.hasNextPage ? (
        <Button
          tone="quiet"
          size="small"
          disabled={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? loading : label}
        </Button>
      ) : (
        <p className="text-xs text-muted">{end}</p>
      )}
    </div>
  );
}
