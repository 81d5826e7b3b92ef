import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { inboxApi } from "../api.server";
import type { InboxFilter } from "../queries.server";
import type { ConversationDetail } from "../views";

export const inbox = topicClient<typeof inboxApi>("inbox");

export const conversationsQuery = (filter: InboxFilter) =>
  inbox.pages("/admin/inbox", { ...filter, counts: "yes" });

/** Another user counts as writing for a while only, which no event ends. */
const WRITERS_POLL_MS = 10_000;

export const conversationQuery = (id: string) => ({
  ...inbox.query("/admin/inbox/{id}", { id }),
  refetchInterval: ({ state }: { state: { data?: { writers: string[] } } }) =>
    state.data?.writers.length ? WRITERS_POLL_MS : (false as const),
});

/** Reports of the providers change the state of replies. */
export const messagesQuery = (id: string) => ({
  ...inbox.pages("/admin/inbox/{id}/messages", { id }),
  meta: { alsoOf: ["mail"] as const },
});

export const customerMessagesQuery = (id: string) => ({
  ...inbox.pages("/admin/customers/{id}/messages", { id }),
  meta: { alsoOf: ["mail"] as const },
});

export const useReply = () => inbox.useChange("/admin/inbox/{id}/replies", updateConversation);
export const useNote = () => inbox.useChange("/admin/inbox/{id}/notes", updateConversation);
export const useAssign = () => inbox.useChange("/admin/inbox/{id}/assignee", updateConversation);
export const useChangeState = () => inbox.useChange("/admin/inbox/{id}/state", updateConversation);
export const useNameCustomer = () => inbox.useChange("/admin/inbox/{id}/customer", updateConversation);

function updateConversation(answer: ConversationDetail, queryClient: QueryClient): void {
  queryClient.setQueryData(inbox.query("/admin/inbox/{id}", { id: answer.id }).queryKey, answer);
}
