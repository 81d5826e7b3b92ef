import { useInfiniteQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { uniqueById } from "~/platform/browser/visible-pages";
import { dubaiDate, formatDay } from "~/platform/time";
import { LoadMoreButton } from "~/ui/list/load-more-button";
import { DrawerFailed, DrawerLoading } from "~/ui/overlay/drawer";
import type { ConversationDetail } from "../views";
import { messagesQuery } from "./inbox-client";
import { ThreadEntry } from "./thread-entry";

/** Messages by day, the latest at the end, where the list is scrolled to. */
export function ConversationThread({ conversation: { id, bookings } }: { conversation: ConversationDetail }) {
  const query = useInfiniteQuery(messagesQuery(id));
  if (!query.data) {
    if (!query.error) return <DrawerLoading />;
    return (
      <DrawerFailed
        error={query.error}
        missing={m.inbox_missing()}
        failed={m.inbox_failed()}
        onRetry={() => query.refetch()}
      />
    );
  }
  const messages = uniqueById(query.data.pages.flatMap((page) => page.messages));
  const days = Map.groupBy(messages, ({ at }) => dubaiDate(new Date(at)));
  return (
    // The browser keeps a reversed column scrolled to its end.
    <div
      role="log"
      aria-label={m.inbox_messages()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the list.
      tabIndex={0}
      className="relative flex min-h-40 grow flex-col-reverse gap-4 overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2 lg:px-5"
    >
      {messages.length === 0 && <p className="text-sm text-muted">{m.inbox_no_messages()}</p>}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={formatDay(day, "weekdayDate")} className="flex flex-col gap-2">
          <h3 className="text-center text-xs font-medium text-muted">{formatDay(day, "weekdayDate")}</h3>
          <ol className="flex flex-col gap-2">
            {ofDay.toReversed().map((entry) => (
              <ThreadEntry key={entry.id} entry={entry} bookings={bookings} />
            ))}
          </ol>
        </section>
      ))}
      <LoadMoreButton query={query} className="self-center">
        {m.inbox_earlier()}
      </LoadMoreButton>
    </div>
  );
}
