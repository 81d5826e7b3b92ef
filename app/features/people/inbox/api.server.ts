import * as z from "zod/mini";
import { respondWithFile } from "~/platform/files/files-api.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { countsParam, pageParams } from "~/platform/lists/keyset.server";
import { multiLine, singleLine } from "~/platform/text/sanitize-text";
import {
  assignConversation,
  attachFile,
  changeConversationState,
  nameCustomer,
  noteInConversation,
  noteWriting,
  openConversation,
  replyToConversation,
} from "./commands.server";
import {
  conversationStates,
  inboxViews,
  MAX_NOTE_LENGTH,
  MAX_REPLY_LENGTH,
  replyChannels,
} from "./conversation";
import {
  findConversation,
  findConversationFile,
  listBookingFiles,
  listConversations,
  listCustomerMessages,
  listMessages,
} from "./queries.server";
import { conversationDetail, conversationList, messagePage } from "./views";

const version = z.int32();

/** Conversations of the office with customers, on all channels. */
export const inboxApi = endpoints("inbox", [
  get("/admin/inbox", {
    operationId: "listConversations",
    may: "customers.read",
    summary: "List conversations, with the latest message first",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      view: z.optional(z.enum(inboxViews)),
      customer: z.optional(z.uuid()),
      ...countsParam,
      ...pageParams,
    }),
    answer: conversationList,
    run: listConversations,
  }),
  get("/admin/inbox/{id}", {
    operationId: "getConversation",
    may: "customers.read",
    summary: "Get a conversation with the channels for a reply",
    answer: conversationDetail,
    run: (ctx, { id }, call) => findConversation(ctx, call.get("config"), id),
  }),
  get("/admin/inbox/{id}/messages", {
    operationId: "listConversationMessages",
    may: "customers.read",
    summary: "List the messages of a conversation, newest first",
    query: z.object(pageParams),
    answer: messagePage,
    run: listMessages,
  }),
  get("/admin/customers/{id}/messages", {
    operationId: "listCustomerMessages",
    may: "customers.read",
    summary: "List the messages to and from a customer on all channels, newest first",
    query: z.object(pageParams),
    answer: messagePage,
    run: listCustomerMessages,
  }),
  post("/admin/inbox/{id}/replies", {
    operationId: "sendReply",
    may: "customers.manage",
    summary: "Reply by WhatsApp, SMS or email",
    body: z.object({
      channel: z.enum(replyChannels),
      text: z.string().check(multiLine(), z.maxLength(MAX_REPLY_LENGTH)),
      version,
    }),
    answer: conversationDetail,
    run: (ctx, { id, version, ...reply }, call) =>
      replyToConversation(ctx, call.get("config"), { id, version }, reply),
    refuses: ["not-found", "stale", "text-required", "channel-unavailable", "opted-out", "window-closed"],
    reply: (ctx, { id }, _, call) => findConversation(ctx, call.get("config"), id),
  }),
  post("/admin/inbox/{id}/notes", {
    operationId: "addConversationNote",
    may: "customers.manage",
    summary: "Add a note that only the office sees",
    body: z.object({ text: z.string().check(multiLine(), z.maxLength(MAX_NOTE_LENGTH)) }),
    answer: conversationDetail,
    run: (ctx, { id, text }) => noteInConversation(ctx, id, text),
    refuses: ["not-found", "text-required"],
    reply: (ctx, { id }, _, call) => findConversation(ctx, call.get("config"), id),
  }),
  post("/admin/inbox/{id}/assignee", {
    operationId: "assignConversation",
    may: "customers.manage",
    summary: "Assign a conversation to an office user, or to none",
    body: z.object({ assigneeId: z.nullable(z.uuid()), version }),
    answer: conversationDetail,
    run: (ctx, { id, version, assigneeId }) => assignConversation(ctx, { id, version }, assigneeId),
    refuses: ["not-found", "stale"],
    reply: (ctx, { id }, _, call) => findConversation(ctx, call.get("config"), id),
  }),
  post("/admin/inbox/{id}/state", {
    operationId: "changeConversationState",
    may: "customers.manage",
    summary: "Snooze, close or reopen a conversation",
    body: z.object({
      state: z.enum(conversationStates),
      until: z.nullable(z.iso.datetime()),
      version,
    }),
    answer: conversationDetail,
    run: (ctx, { id, version, state, until }) =>
      changeConversationState(
        ctx,
        { id, version },
        { state, until: until === null ? null : new Date(until) },
      ),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }, _, call) => findConversation(ctx, call.get("config"), id),
  }),
  post("/admin/inbox/{id}/opened", {
    operationId: "openConversation",
    may: "customers.manage",
    summary: "Mark the messages of a conversation as read",
    answer: okResponse,
    run: (ctx, { id }) => openConversation(ctx, id),
    reply: respondOk,
  }),
  post("/admin/inbox/{id}/writing", {
    operationId: "shareWriting",
    may: "customers.manage",
    summary: "Show other users that this one is writing a reply",
    body: z.object({ isWriting: z.boolean() }),
    answer: okResponse,
    run: (ctx, { id, isWriting }) => noteWriting(ctx, id, isWriting),
    refuses: ["not-found"],
    reply: respondOk,
  }),
  post("/admin/inbox/{id}/customer", {
    operationId: "assignSender",
    may: "customers.manage",
    summary: "Match an unknown sender to a customer, or add the sender as a customer",
    body: z.object({ customerId: z.nullable(z.uuid()), version }),
    answer: conversationDetail,
    run: (ctx, { id, version, customerId }) => nameCustomer(ctx, { id, version }, customerId),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, _, { conversationId }, call) => findConversation(ctx, call.get("config"), conversationId),
  }),
  get("/admin/conversation-files/{id}", {
    operationId: "getConversationFile",
    may: "customers.read",
    summary: "Get a file that a customer sent",
    answer: bytes("image/jpeg", "Picture or PDF"),
    run: async (ctx, { id }, call) => respondWithFile(call, await findConversationFile(ctx, id)),
  }),
  post("/admin/conversation-files/{id}/booking", {
    operationId: "attachConversationFile",
    may: "customers.manage",
    summary: "Attach a file to a booking of the customer, or detach it",
    body: z.object({ bookingId: z.nullable(z.uuid()) }),
    answer: okResponse,
    run: (ctx, { id, bookingId }) => attachFile(ctx, id, bookingId),
    refuses: ["not-found", "wrong-state"],
    reply: respondOk,
  }),
  get("/admin/bookings/{id}/conversation-files", {
    operationId: "listBookingConversationFiles",
    may: "customers.read",
    summary: "List the files of conversations that are attached to a booking",
    answer: z.object({
      files: z.array(z.object({ id: z.uuid(), name: z.nullable(z.string()), contentType: z.string() })),
    }),
    run: (ctx, { id }) => listBookingFiles(ctx, id),
  }),
]);
