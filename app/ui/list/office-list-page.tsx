import CircleHelp from "lucide-react/icons/circle-help";
import Download from "lucide-react/icons/download";
import SearchX from "lucide-react/icons/search-x";
import { type RefObject, useEffect, useRef } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { m } from "~/paraglide/messages";
import type { Permission } from "~/platform/auth/permissions";
import { useMay } from "~/platform/auth/use-may";
import { Button, ButtonLink } from "../button";
import { classNames } from "../class-names";
import { areSingleKeysEnabled } from "../hooks/shortcuts";
import { useMedia } from "../hooks/use-media";
import { useNow } from "../hooks/use-now";
import { Popover } from "../overlay/popover";
import { tooltip } from "../overlay/tooltip";
import { EmptyState } from "../screen/empty-state";
import { BulkBar } from "./bulk-bar";
import { SavedFilters } from "./filters/saved-filters";
import { useListFilter } from "./filters/use-list-filter";
import { ListHeader } from "./list-header";
import { useFocusBack, useListShortcuts } from "./list-keys";
import { ListLines } from "./list-lines";
import { TableOrCards } from "./list-rows";
import { ListFailed, ListLoading, ListStale } from "./list-states";
import { iconButton } from "./list-tools";
import { LoadMoreButton } from "./load-more-button";
import type { ListRows, OfficeList } from "./office-list";
import { sortRows } from "./sort";
import { SortSelect } from "./sort-controls";
import { useNewRows } from "./use-new-rows";
import { useSelection } from "./use-selection";

/** From this width a record is shown beside its list, otherwise above it (drawer.tsx). */
const ROOM_FOR_BOTH = "(min-width: 80rem)";
const CLOCK_MS = 20_000;

interface ListProps<Row extends { id: string }, Filter> {
  list: OfficeList<Row, Filter>;
}

/** A record is the child route. A covered list is inert. */
export function OfficeListPage<Row extends { id: string }, Filter>({ list }: ListProps<Row, Filter>) {
  const { pathname, search } = useLocation();
  const [opened] = pathname.slice(list.path.length + 1).split("/");
  const roomForBoth = useMedia(ROOM_FOR_BOTH);
  return (
    <div className={classNames("lg:grid lg:h-full", opened && "xl:grid-cols-[minmax(0,1fr)_auto]")}>
      <List list={list} opened={opened || undefined} covered={Boolean(opened) && !roomForBoth} />
      {list.Opened && opened ? <list.Opened id={opened} closePath={list.path + search} /> : <Outlet />}
    </div>
  );
}

interface OpenedProps<Row extends { id: string }, Filter> extends ListProps<Row, Filter> {
  opened: string | undefined;
  covered: boolean;
}

function List<Row extends { id: string }, Filter>({ list, opened, covered }: OpenedProps<Row, Filter>) {
  const { path, filters = [], saved, newRows } = list;
  const add = usePermitted(list.add);
  const bulk = usePermitted(list.bulk);
  const { filter, layout, sortable, sort, request, sortBy, query, isFiltered, change, replace } =
    useListFilter(list);
  const found = list.useRows(request);
  const { error } = found;
  const rows = found.rows && sortable ? sortRows(sortable, sort, found.rows) : found.rows;
  const now = useNow(CLOCK_MS);
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useListShortcuts(body, search);
  useVisibleRows(body, found);
  useFocusBack(frame, opened);
  const selection = useSelection({ ...found, rows }, bulk?.isSelectable ?? (() => false));
  const watched = found.isPlaceholderData ? undefined : rows;
  const fresh = useNewRows(query, watched, { timeOf: newRows?.at, newestFirst: !("sort" in request) });

  function content() {
    if (!rows && error) return <ListFailed reason={error.message} onRetry={() => found.refetch()} />;
    if (!rows) return <ListLoading />;
    if (rows.length === 0 && (isFiltered || list.empty)) return emptyState();
    const pathOf = (row: Row) => list.recordPath?.(row) ?? `${path}/${row.id}${query}`;
    const shown = { rows, openId: opened, pathOf };
    return (
      <>
        {"line" in layout ? (
          <ListLines {...shown} lines={layout} />
        ) : (
          <TableOrCards
            {...shown}
            keepsScroll={list.recordPath === undefined}
            layout={layout}
            sort={sort}
            onSort={sortBy}
            now={now}
            isFresh={({ id }) => fresh.has(id)}
            isUrgent={(row) => list.isUrgent?.(row) ?? false}
            bulk={bulk}
            selection={selection}
          />
        )}
        {found.pages && <MorePages {...found.pages} />}
      </>
    );
  }

  function emptyState() {
    if (isFiltered && list.noResults) {
      const { title, body, clear, clears } = list.noResults(filter);
      const cleared = { ...filter };
      for (const name of clears ?? (Object.keys(filter as object) as Extract<keyof Filter, string>[])) {
        delete cleared[name];
      }
      return (
        <EmptyState icon={<SearchX aria-hidden />} title={title()}>
          {body && <p>{body()}</p>}
          {clear && (
            <Button tone="quiet" onClick={() => replace(cleared)}>
              {clear()}
            </Button>
          )}
        </EmptyState>
      );
    }
    if (!list.empty) return null;
    const { Icon, title, body, action } = list.empty;
    return (
      <EmptyState icon={<Icon aria-hidden />} title={title()}>
        {body && <p>{body()}</p>}
        {action && (
          <ButtonLink to={action.to} tone="quiet">
            {action.label()}
          </ButtonLink>
        )}
      </EmptyState>
    );
  }

  return (
    <div className="relative flex min-h-0 min-w-0 flex-col">
      <div ref={frame} inert={covered} className="flex min-h-0 grow flex-col">
        <ListHeader
          title={list.title()}
          count={<Count of={found} />}
          filters={filters}
          filter={filter}
          counts={found.counts}
          searchRef={search}
          onChange={change}
          nav={list.Nav && <list.Nav />}
          figure={list.Figure && <list.Figure />}
          buttons={
            <>
              {sortable && <SortSelect layout={sortable} sort={sort} onSort={sortBy} />}
              {list.exportPath && (
                <a
                  href={list.exportPath(request)}
                  download
                  data-no-print=""
                  aria-label={m.list_export()}
                  {...tooltip(m.list_export())}
                  className={iconButton}
                >
                  <Download aria-hidden className="size-4" />
                </a>
              )}
              {areSingleKeysEnabled() && filters.some(({ kind }) => kind === "search") && <KeyHints />}
              {add && <AddLink {...add} to={`${path}/new${query}`} />}
            </>
          }
        >
          {saved && (
            <SavedFilters
              saved={saved}
              filters={filters}
              filter={filter}
              isFiltered={isFiltered}
              onReplace={replace}
            />
          )}
          {list.hint && <p className="text-xs leading-tight text-muted @xl:shrink-[99]">{list.hint()}</p>}
          {list.Summary && <list.Summary />}
        </ListHeader>
        {bulk && <BulkBar bulk={bulk} selection={selection} />}
        {newRows && (
          <p role="status" className="sr-only">
            {fresh.size > 0 && newRows.announcement({ count: fresh.size })}
          </p>
        )}
        {error && rows && <ListStale reason={error.message} />}
        <div
          ref={body}
          aria-busy={found.isPlaceholderData || undefined}
          className={classNames(
            "@container relative min-h-0 grow border-t border-line transition-opacity lg:overflow-y-auto",
            found.isPlaceholderData && "opacity-60",
          )}
        >
          {content()}
        </div>
      </div>
      {covered && (
        // Mouse only: the drawer has a close button.
        <Link
          to={path + query}
          preventScrollReset
          tabIndex={-1}
          aria-label={m.admin_drawer_close()}
          className="absolute inset-0 z-20 bg-ink/10 max-lg:hidden"
        />
      )}
    </div>
  );
}

/** Tolerance in rows, because their heights differ. */
const TOLERANCE_ROWS = 15;
const SETTLE_MS = 150;

/** Reports the visible rows of a paged list. */
function useVisibleRows<Row>(body: RefObject<HTMLDivElement | null>, { rows, pages }: ListRows<Row>) {
  const count = rows?.length ?? 0;
  const reportVisible = useRef(pages?.onVisibleRows);
  reportVisible.current = pages?.onVisibleRows;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      const frame = body.current;
      if (!frame || count === 0) return;
      const { top, bottom } = frame.getBoundingClientRect();
      const height = frame.scrollHeight / count;
      const above = frame.scrollTop + Math.max(0, -top);
      const below = frame.scrollTop + Math.min(bottom, innerHeight) - top;
      reportVisible.current?.(
        Math.floor(above / height) - TOLERANCE_ROWS,
        Math.ceil(below / height) + TOLERANCE_ROWS,
      );
    };
    const scheduleReport = () => {
      clearTimeout(timer);
      timer = setTimeout(report, SETTLE_MS);
    };
    scheduleReport();
    window.addEventListener("scroll", scheduleReport, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", scheduleReport, { capture: true });
    };
  }, [body, count]);
}

function usePermitted<Part extends { may: Permission }>(part: Part | undefined): Part | undefined {
  const may = useMay(part?.may ?? "office.enter");
  return may ? part : undefined;
}

function AddLink({ to, label, Icon }: NonNullable<OfficeList<never>["add"]> & { to: string }) {
  return (
    <ButtonLink to={to} size="small" preventScrollReset data-opens="new">
      <Icon aria-hidden />
      <span>{label()}</span>
    </ButtonLink>
  );
}

function KeyHints() {
  return (
    <Popover
      label={m.list_keys_title()}
      trigger={
        <button
          type="button"
          aria-label={m.list_keys_title()}
          {...tooltip(m.list_keys_title())}
          className={classNames(iconButton, "max-lg:hidden @max-3xl:hidden")}
        >
          <CircleHelp aria-hidden className="size-4" />
        </button>
      }
    >
      <p>{m.list_keys()}</p>
    </Popover>
  );
}

/** Hidden until all pages are loaded. */
function Count<Row>({ of: { rows, pages, isPlaceholderData } }: { of: ListRows<Row> }) {
  if (!rows?.length || isPlaceholderData || pages?.hasNextPage) return null;
  return <span className="figures text-sm text-muted @max-[26rem]:hidden">{rows.length}</span>;
}

function MorePages(pages: NonNullable<ListRows<never>["pages"]>) {
  return (
    <div className="flex justify-center p-4">
      {pages.hasNextPage ? (
        <LoadMoreButton query={pages} tone="quiet">
          {pages.isFetchingNextPage ? m.list_loading_more() : m.list_load_more()}
        </LoadMoreButton>
      ) : (
        <p className="text-xs text-muted">{m.list_end()}</p>
      )}
    </div>
  );
}
