import { useInfiniteQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { useVisiblePagesRef } from "~/ui/list/use-visible-pages";
import { Skeleton } from "~/ui/screen/skeleton";
import { ownBookingsQuery } from "../../client";
import { BookingRow } from "./booking-row";

export function BookingList() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(ownBookingsQuery);
  const lengths = (data?.pages ?? []).map(({ bookings }) => bookings.length);
  const rows = useVisiblePagesRef(ownBookingsQuery.queryKey, lengths, refetch);
  const bookings = data?.pages.flatMap((page) => page.bookings);
  if (bookings?.length === 0) return null;
  return (
    <section aria-labelledby="bookings" className="flex flex-col gap-4">
      <h2 id="bookings" className="text-xl">
        {m.account_all_bookings()}
      </h2>
      {bookings ? (
        <ul ref={rows} className="flex flex-col gap-2">
          {bookings.map((booking) => (
            <BookingRow key={booking.id} booking={booking} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-32" />
      )}
      {hasNextPage && (
        <Button
          tone="quiet"
          className="self-start"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {m.account_more()}
        </Button>
      )}
    </section>
  );
}
