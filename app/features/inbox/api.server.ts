import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { moveInboxItem } from "./commands.server";
import { inboxDetail, inboxItem, itemMoveNames, itemStates } from "./inbox";
import { findInboxItem, listInbox } from "./queries.server";

/** Messages and contract requests. */
export const inboxApi = endpoints("inbox", [
  get("/admin/inbox", {
    may: "customers.read",
    summary: "Messages and requests for a contract, the latest first",
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      state: z.optional(z.enum(itemStates)),
      ...pageParams,
    }),
    answer: z.object({ items: z.array(inboxItem), nextCursor: z.nullable(z.string()) }),
    run: listInbox,
  }),
  get("/admin/inbox/{id}", {
    may: "customers.read",
    summary: "A message or a request, with what was done with it",
    answer: inboxDetail,
    run: (ctx, { id }) => findInboxItem(ctx, id),
  }),
  post("/admin/inbox/{id}/moves", {
    may: "customers.manage",
    summary: "Take it on, mark it as answered, or open it again",
    body: z.object({ move: z.enum(itemMoveNames), version: z.int32() }),
    answer: inboxDetail,
    run: (ctx, { id, move, version }) => moveInboxItem(ctx, id, move, version),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => findInboxItem(ctx, id),
  }),
]);
