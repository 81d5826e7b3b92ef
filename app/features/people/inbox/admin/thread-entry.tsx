import { labelForMessageState } from "~/platform/messaging/labels";
import { formatTime } from "~/platform/time";
import { ChannelIcon } from "~/ui/channel-icon";
import { Truncate } from "~/ui/truncate";
import type { ConversationDetail, ConversationNotification, ThreadEntry as Entry } from "../views";
import { MessageItem } from "./message-item";

interface ThreadEntryProps {
  entry: Entry;
  bookings: ConversationDetail["bookings"];
}

/** A message of the conversation, or one line for a message that the product sent. */
export function ThreadEntry({ entry, bookings }: ThreadEntryProps) {
  return entry.type === "message" ? (
    <MessageItem message={entry} bookings={bookings} />
  ) : (
    <Notification notification={entry} />
  );
}

function Notification({ notification }: { notification: ConversationNotification }) {
  const { channel, title, state, reason, at } = notification;
  const isLost = state === "failed" || state === "unknown";
  return (
    <li className="flex items-start gap-2 px-3 py-1 text-xs text-muted">
      <ChannelIcon channel={channel} className="mt-0.5 size-3.5" />
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
        <span className="min-w-0 max-w-full text-ink">
          <Truncate>{title}</Truncate>
        </span>
        <span className="figures flex gap-x-1.5">
          <time dateTime={at}>{formatTime(at, "time")}</time>
          <span className={isLost ? "font-medium text-error" : ""}>{labelForMessageState(state)}</span>
        </span>
        {reason && (
          <span dir="auto" className="basis-full text-error">
            {reason}
          </span>
        )}
      </div>
    </li>
  );
}
