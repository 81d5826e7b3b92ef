import { useInfiniteQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { useVisiblePagesRef } from "~/ui/list/use-visible-pages";
import { EmptyState } from "~/ui/screen/empty-state";
import { LoadError } from "~/ui/screen/load-error";
import { Skeleton } from "~/ui/screen/skeleton";
import { ownBookingsQuery } from "../../client";
import { BookingRow } from "./booking-row";

/** Open bookings, newest request first, or past ones, latest visit first. */
export function BookingList({ open }: { open: "yes" | "no" }) {
  const query = ownBookingsQuery(open);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(query);
  const lengths = (data?.pages ?? []).map(({ bookings }) => bookings.length);
  const rows = useVisiblePagesRef(query.queryKey, lengths, refetch);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-32" />;
  const bookings = data.pages.flatMap((page) => page.bookings);
  if (bookings.length === 0) {
    return (
      <div className="rounded-lg border border-dashed border-control">
        <EmptyState title={m.account_past_none()}>
          <p>{m.account_past_none_hint()}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ul ref={rows} className="flex flex-col gap-2">
        {bookings.map((booking) => (
          <BookingRow key={booking.id} booking={booking} />
        ))}
      </ul>
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
    </div>
  );
}
