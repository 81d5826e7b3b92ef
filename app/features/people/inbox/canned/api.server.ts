import * as z from "zod/mini";
import { endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { singleLine } from "~/platform/text/sanitize-text";
import {
  addCannedReply,
  editCannedReply,
  listCannedReplies,
  removeCannedReply,
} from "./canned-replies.server";
import { cannedReplySchema, cannedReplyView } from "./canned-reply";

export const cannedRepliesApi = endpoints("inbox", [
  get("/admin/canned-replies", {
    may: "customers.read",
    summary: "List canned replies by title",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      ...pageParams,
    }),
    answer: z.object({ replies: z.array(cannedReplyView), nextCursor: z.nullable(z.string()) }),
    run: listCannedReplies,
  }),
  post("/admin/canned-replies", {
    operationId: "addCannedReply",
    may: "settings.manage",
    summary: "Add a canned reply; unknown variables are refused",
    body: cannedReplySchema,
    answer: okResponse,
    run: addCannedReply,
    reply: respondOk,
  }),
  post("/admin/canned-replies/{id}/edit", {
    operationId: "updateCannedReply",
    may: "settings.manage",
    summary: "Edit a canned reply",
    body: z.extend(cannedReplySchema, { version: z.int32() }),
    answer: okResponse,
    run: (ctx, { id, version, ...reply }) => editCannedReply(ctx, { id, version }, reply),
    refuses: ["stale"],
    reply: respondOk,
  }),
  post("/admin/canned-replies/{id}/remove", {
    operationId: "removeCannedReply",
    may: "settings.manage",
    summary: "Remove a canned reply",
    answer: okResponse,
    run: (ctx, { id }) => removeCannedReply(ctx, id),
    refuses: ["not-found"],
    reply: respondOk,
  }),
]);
