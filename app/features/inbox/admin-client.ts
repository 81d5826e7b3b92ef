import { topicClient } from "~/platform/browser/topic-client";
import type { inboxApi } from "./api.server";

export const inbox = topicClient<typeof inboxApi>("inbox");

/** What comes in is an event of theirs. */
export const alsoOf = ["contact", "contract"] as const;

/** The few latest hits, for the command palette. */
export const inboxSearchQuery = (search: string) => ({
  ...inbox.query("/admin/inbox", { search, limit: 6 }),
  meta: { alsoOf },
});
