import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Inbox from "lucide-react/icons/inbox";
import Plus from "lucide-react/icons/plus";
import SearchX from "lucide-react/icons/search-x";
import { useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { m } from "~/paraglide/messages";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/empty-state";
import { useFocusBack, useListKeys } from "~/ui/list-keys";
import { ListFailed, ListStale, ListWaiting } from "~/ui/list-states";
import { useNow } from "~/ui/use-now";
import { bookingListQuery, exportPath } from "../admin-client";
import { BookingCards } from "./booking-cards";
import { BookingFilters } from "./booking-filters";
import { BookingTable } from "./booking-table";
import { BulkBar } from "./bulk-bar";
import { useBookingFilter } from "./use-booking-filter";
import { useFreshBookings } from "./use-fresh-bookings";
import { useSelection } from "./use-selection";

const CLOCK_MS = 20_000;

/** The office's list of bookings: it fills its box and keeps itself up to date. */
export function BookingList({ openId }: { openId: string | undefined }) {
  const { filter, setFilter, replaceFilter, isFiltered } = useBookingFilter();
  const { search: filterInUrl } = useLocation();
  const list = useInfiniteQuery({ ...bookingListQuery(filter), placeholderData: keepPreviousData });
  const now = useNow(CLOCK_MS);
  const listRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  useListKeys(listRef, searchRef);
  useFocusBack(listRef, openId);

  const bookings = useMemo(() => list.data?.pages.flatMap((page) => page.bookings), [list.data]);
  const selection = useSelection(bookings ?? []);
  const counts = list.data?.pages[0]?.counts;
  const fresh = useFreshBookings(JSON.stringify(filter), list.isPlaceholderData ? undefined : bookings);
  const shown = {
    bookings: bookings ?? [],
    fresh,
    openId,
    now,
    pathOf: ({ id }: { id: string }) => `/admin/bookings/${id}${filterInUrl}`,
    selection,
  };

  function content() {
    if (!bookings) {
      return list.isError ? (
        <ListFailed
          title={m.admin_bookings_failed()}
          reason={list.error.message}
          onRetry={() => list.refetch()}
        />
      ) : (
        <ListWaiting label={m.admin_bookings_loading()} />
      );
    }
    if (bookings.length === 0) {
      return isFiltered ? <NoMatch onClear={() => replaceFilter({})} /> : <NothingYet />;
    }
    return (
      <>
        <div className="hidden @xl:block">
          <BookingTable {...shown} />
        </div>
        <div className="@xl:hidden">
          <BookingCards {...shown} />
        </div>
        <div className="flex justify-center p-4">
          {list.hasNextPage ? (
            <Button
              tone="quiet"
              size="small"
              disabled={list.isFetchingNextPage}
              onClick={() => list.fetchNextPage()}
            >
              {list.isFetchingNextPage ? m.admin_bookings_loading_more() : m.admin_bookings_load_more()}
            </Button>
          ) : (
            <p className="text-xs text-muted">{m.admin_bookings_end()}</p>
          )}
        </div>
      </>
    );
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <header className="flex flex-col gap-3 px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <div className="flex items-center gap-3">
          <h1 className="text-lg font-semibold">{m.admin_bookings_title()}</h1>
          <p className="text-xs text-muted max-2xl:hidden">{m.admin_bookings_keys()}</p>
          <span className="ms-auto flex gap-2">
            <ButtonAnchor href={exportPath(filter)} download tone="quiet" size="small">
              <Download aria-hidden />
              {m.admin_bookings_export()}
            </ButtonAnchor>
            <ButtonLink to={`/admin/bookings/new${filterInUrl}`} size="small" preventScrollReset>
              <Plus aria-hidden />
              {m.admin_bookings_add()}
            </ButtonLink>
          </span>
        </div>
        <BookingFilters
          filter={filter}
          onChange={setFilter}
          onReplace={replaceFilter}
          counts={counts}
          searchRef={searchRef}
        />
      </header>
      <BulkBar selection={selection} />
      <p role="status" className="sr-only">
        {fresh.size > 0 && m.admin_bookings_new({ count: fresh.size })}
      </p>
      {list.isError && bookings && <ListStale reason={list.error.message} />}
      <div
        ref={listRef}
        aria-busy={list.isPlaceholderData || undefined}
        className={classNames(
          "@container min-h-0 grow border-t border-line transition-opacity lg:overflow-y-auto",
          list.isPlaceholderData && "opacity-60",
        )}
      >
        {content()}
      </div>
    </div>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={<SearchX aria-hidden />} title={m.admin_bookings_none_title()}>
      <p>{m.admin_bookings_none_body()}</p>
      <Button tone="quiet" onClick={onClear}>
        {m.admin_bookings_clear()}
      </Button>
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState icon={<Inbox aria-hidden />} title={m.admin_bookings_empty_title()}>
      <p>{m.admin_bookings_empty_body()}</p>
      <ButtonLink to="/" tone="quiet">
        {m.admin_bookings_empty_action()}
      </ButtonLink>
    </EmptyState>
  );
}
