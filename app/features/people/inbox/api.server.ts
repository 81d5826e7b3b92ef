import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { transitionInboxItem } from "./commands.server";
import { inboxDetail, inboxItem, inboxTransitionNames, itemStates } from "./inbox";
import { findInboxItem, listInbox } from "./queries.server";

/** Messages and contract requests. */
export const inboxApi = endpoints("inbox", [
  get("/admin/inbox", {
    operationId: "listInboxItems",
    may: "customers.read",
    summary: "List messages and contract requests, newest first",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      state: z.optional(z.enum(itemStates)),
      ...pageParams,
    }),
    answer: z.object({ items: z.array(inboxItem), nextCursor: z.nullable(z.string()) }),
    run: listInbox,
  }),
  get("/admin/inbox/{id}", {
    operationId: "getInboxItem",
    may: "customers.read",
    summary: "Get a message or contract request with its history",
    answer: inboxDetail,
    run: (ctx, { id }) => findInboxItem(ctx, id),
  }),
  post("/admin/inbox/{id}/transitions", {
    operationId: "changeInboxItemState",
    may: "customers.manage",
    summary: "Assign it to yourself, mark it as answered, or reopen it",
    body: z.object({ transition: z.enum(inboxTransitionNames), version: z.int32() }),
    answer: inboxDetail,
    run: (ctx, { id, transition, version }) => transitionInboxItem(ctx, id, transition, version),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => findInboxItem(ctx, id),
  }),
]);
