import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Inbox from "lucide-react/icons/inbox";
import Plus from "lucide-react/icons/plus";
import SearchX from "lucide-react/icons/search-x";
import { useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { m } from "~/paraglide/messages";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListFrame, LoadMore, TableOrCards } from "~/ui/list-frame";
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
  const searchRef = useRef<HTMLInputElement>(null);

  const bookings = useMemo(() => list.data?.pages.flatMap((page) => page.bookings), [list.data]);
  const selection = useSelection(bookings ?? []);
  const counts = list.data?.pages[0]?.counts;
  const fresh = useFreshBookings(JSON.stringify(filter), list.isPlaceholderData ? undefined : bookings);
  const pathOf = ({ id }: { id: string }) => `/admin/bookings/${id}${filterInUrl}`;

  return (
    <ListFrame
      title={m.admin_bookings_title()}
      actions={
        <>
          <ButtonAnchor href={exportPath(filter)} download tone="quiet" size="small">
            <Download aria-hidden />
            <span className="max-[22rem]:sr-only">{m.admin_bookings_export()}</span>
          </ButtonAnchor>
          <ButtonLink to={`/admin/bookings/new${filterInUrl}`} size="small" preventScrollReset>
            <Plus aria-hidden />
            {m.admin_bookings_add()}
          </ButtonLink>
        </>
      }
      tools={
        <BookingFilters
          filter={filter}
          onChange={setFilter}
          onReplace={replaceFilter}
          counts={counts}
          searchRef={searchRef}
        />
      }
      searchRef={searchRef}
      notices={
        <>
          <BulkBar selection={selection} />
          <p role="status" className="sr-only">
            {fresh.size > 0 && m.admin_bookings_new({ count: fresh.size })}
          </p>
        </>
      }
      openId={openId}
      query={list}
      rows={bookings}
      loading={m.admin_bookings_loading()}
      failed={m.admin_bookings_failed()}
    >
      {(bookings) => {
        if (bookings.length === 0)
          return isFiltered ? <NoMatch onClear={() => replaceFilter({})} /> : <NothingYet />;
        const shown = { bookings, fresh, openId, now, pathOf, selection };
        return (
          <>
            <TableOrCards table={<BookingTable {...shown} />} cards={<BookingCards {...shown} />} />
            <LoadMore
              query={list}
              label={m.admin_bookings_load_more()}
              loading={m.admin_bookings_loading_more()}
              end={m.admin_bookings_end()}
            />
          </>
        );
      }}
    </ListFrame>
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
