import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { Badge } from "~/ui/badge";
import { Section } from "~/ui/section";
import type { ConversationRow } from "../views";
import { ConversationFile } from "./conversation-file";
import { conversationsQuery, customerMessagesQuery, inbox } from "./inbox-client";
import { ThreadEntry } from "./thread-entry";

const LATEST = 4;

/** Latest messages to and from a customer, also of the product alone. */
export function CustomerConversation({ customerId }: { customerId: string }) {
  const conversations = useInfiniteQuery(conversationsQuery({ customer: customerId }));
  const { data } = useInfiniteQuery(customerMessagesQuery(customerId));
  const entries = data?.pages[0]?.messages.slice(0, LATEST).toReversed() ?? [];
  return (
    <ConversationSection conversation={conversations.data?.pages[0]?.conversations[0]}>
      {data && entries.length === 0 && <p className="text-sm text-muted">{m.inbox_no_messages()}</p>}
      {entries.length > 0 && (
        <ol className="flex flex-col gap-2">
          {entries.map((entry) => (
            <ThreadEntry key={entry.id} entry={entry} bookings={[]} />
          ))}
        </ol>
      )}
    </ConversationSection>
  );
}

interface ConversationSectionProps {
  conversation: ConversationRow | undefined;
  children: ReactNode;
}

/** Section with a link to the conversation and the number of unread messages. */
export function ConversationSection({ conversation, children }: ConversationSectionProps) {
  return (
    <Section
      title={m.inbox_conversation()}
      action={
        conversation && (
          <Link
            to={`/admin/inbox/${conversation.id}`}
            className="text-xs font-medium text-link hover:underline"
          >
            {m.inbox_open_conversation()}
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {conversation && conversation.unreadCount > 0 && (
          <Badge tone="waiting" className="self-start">
            {m.inbox_unread_count({ count: conversation.unreadCount })}
          </Badge>
        )}
        {children}
      </div>
    </Section>
  );
}

/** Files of the conversation that belong to the booking. */
export function AttachedFiles({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(inbox.query("/admin/bookings/{id}/conversation-files", { id: bookingId }));
  if (!data || data.files.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <h4 className="text-xs font-medium text-muted">{m.inbox_attached_files()}</h4>
      <ul className="flex flex-wrap gap-2 text-sm">
        {data.files.map((file) => (
          <li key={file.id}>
            <ConversationFile file={file} pictureClass="size-20 rounded object-cover" />
          </li>
        ))}
      </ul>
    </div>
  );
}
