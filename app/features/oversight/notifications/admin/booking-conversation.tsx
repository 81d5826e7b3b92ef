import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { LoadMoreButton } from "~/ui/list/load-more-button";
import { AttachedFiles, ConversationSection } from "../../../people/inbox/admin/customer-conversation";
import { conversationsQuery, messagesQuery } from "../../../people/inbox/admin/inbox-client";
import { MessageItem } from "../../../people/inbox/admin/message-item";
import { FOLDED, messages, SentMessageItem } from "./record-messages";

/** Latest messages of the conversation; the others are on its own page. */
const LATEST = 3;

/** The latest messages with the customer between the messages about the booking to all recipients, the latest at the end. */
export function BookingConversation({ customerId, bookingId }: { customerId: string; bookingId: string }) {
  const conversations = useInfiniteQuery(conversationsQuery({ customer: customerId }));
  const conversation = conversations.data?.pages[0]?.conversations[0];
  const written = useInfiniteQuery({
    ...messagesQuery(conversation?.id ?? ""),
    enabled: conversation !== undefined,
  });
  const sent = useInfiniteQuery(messages.pages("/admin/bookings/{id}/messages", { id: bookingId }));
  const [isOpen, setOpen] = useState(false);
  const entries = [
    ...(written.data?.pages[0]?.messages ?? [])
      .flatMap((entry) => (entry.type === "message" ? [entry] : []))
      .slice(0, LATEST)
      .map((message) => ({ at: message.at, isSent: false as const, message })),
    ...(sent.data?.pages.flatMap((page) => page.messages) ?? []).map((message) => ({
      at: message.createdAt,
      isSent: true as const,
      message,
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const shown = (isOpen ? entries : entries.slice(0, FOLDED)).toReversed();
  const isComplete = sent.data && conversations.data && (!conversation || written.data);
  return (
    <ConversationSection conversation={conversation}>
      {sent.isError && <p className="text-sm text-muted">{m.mail_messages_failed()}</p>}
      {isComplete && entries.length === 0 && <p className="text-sm text-muted">{m.inbox_no_messages()}</p>}
      {!isOpen && entries.length > FOLDED && (
        <Button size="small" tone="plain" className="self-start" onClick={() => setOpen(true)}>
          {m.mail_messages_all()}
        </Button>
      )}
      {isOpen && <LoadMoreButton query={sent}>{m.mail_messages_older()}</LoadMoreButton>}
      {shown.length > 0 && (
        <ol className="flex flex-col gap-2 text-sm">
          {shown.map(({ isSent, message }) =>
            isSent ? (
              <SentMessageItem key={message.id} message={message} />
            ) : (
              <MessageItem key={message.id} message={message} bookings={[]} />
            ),
          )}
        </ol>
      )}
      <AttachedFiles bookingId={bookingId} />
    </ConversationSection>
  );
}
