import * as z from "zod/mini";
import { customerChannels, messageStates } from "~/platform/messaging/channel";
import {
  conversationChannels,
  conversationStates,
  directions,
  fileStates,
  inboxViews,
  replyChannels,
} from "./conversation";

const person = z.object({ id: z.uuid(), name: z.string() });

/** Row of the inbox. Instants are ISO 8601 in UTC. */
export const conversationRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null for an unknown sender. */
  customerId: z.nullable(z.uuid()),
  state: z.enum(conversationStates),
  snoozedUntil: z.nullable(z.iso.datetime()),
  assignee: z.nullable(person),
  unreadCount: z.int32(),
  lastMessageAt: z.iso.datetime(),
  /** Latest message; null if all were removed. */
  latest: z.nullable(
    z.object({
      direction: z.enum(directions),
      channel: z.nullable(z.enum(conversationChannels)),
      text: z.string(),
      /** Sent by the booking flow. */
      isAutomatic: z.boolean(),
    }),
  ),
});
export type ConversationRow = z.output<typeof conversationRow>;

export const conversationList = z.object({
  conversations: z.array(conversationRow),
  nextCursor: z.nullable(z.string()),
  /** Only if they were requested. */
  counts: z.optional(z.record(z.enum([...inboxViews, "all"]), z.int())),
});

export const conversationDetail = z.object({
  ...z.omit(conversationRow, { latest: true }).shape,
  version: z.int32(),
  /** Language of replies. */
  language: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Channels by which the office can answer, the one of the latest message first. */
  replyChannels: z.array(
    z.object({
      channel: z.enum(replyChannels),
      address: z.string(),
      isOptedOut: z.boolean(),
      /** WhatsApp only: end of the time for free text; null if it never began. */
      windowEndsAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Values of the variables of canned replies; the booking is the latest one. */
  replyFacts: z.object({
    reference: z.nullable(z.string()),
    /** Start of the next visit, as the customer reads it. */
    visitTime: z.nullable(z.string()),
    /** Page of the booking without a key. */
    link: z.nullable(z.string()),
    business: z.string(),
    phone: z.string(),
  }),
  /** Office users to whom the conversation can be assigned. */
  colleagues: z.array(person),
  /** Other users who are writing a reply. */
  writers: z.array(z.string()),
  /** Latest bookings of the customer, to which files can be attached. */
  bookings: z.array(z.object({ id: z.uuid(), reference: z.string() })),
});
export type ConversationDetail = z.output<typeof conversationDetail>;

export const deliveryStates = ["queued", "sent", "delivered", "read", "failed", "unknown"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const conversationMessage = z.object({
  type: z.literal("message"),
  id: z.uuid(),
  direction: z.enum(directions),
  channel: z.nullable(z.enum(conversationChannels)),
  text: z.string(),
  at: z.iso.datetime(),
  /** Author of a reply or note; null for a former colleague. */
  authorName: z.nullable(z.string()),
  /** Sent by the booking flow. */
  isAutomatic: z.boolean(),
  /** Answers that the message offered. */
  choices: z.array(z.string()),
  /** Delivery of a reply; null for other messages. */
  delivery: z.nullable(z.object({ state: z.enum(deliveryStates), reason: z.nullable(z.string()) })),
  location: z.nullable(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  ),
  files: z.array(
    z.object({
      id: z.uuid(),
      name: z.nullable(z.string()),
      contentType: z.string(),
      state: z.enum(fileStates),
      bookingId: z.nullable(z.uuid()),
      bookingReference: z.nullable(z.string()),
    }),
  ),
  /** Reference of a message of the contact form, such as MS-2026-000123. */
  reference: z.nullable(z.string()),
  contract: z.nullable(z.object({ id: z.uuid(), reference: z.string(), packageName: z.string() })),
  /** Typed into a form of the website, but of another person or unknown. */
  otherAddresses: z.array(z.string()),
});
export type ConversationMessage = z.output<typeof conversationMessage>;

/** Email, SMS or WhatsApp template that the product sent to the customer. */
export const conversationNotification = z.object({
  type: z.literal("notification"),
  id: z.uuid(),
  at: z.iso.datetime(),
  channel: z.enum(customerChannels),
  /** Subject of an email; title of other messages. */
  title: z.string(),
  state: z.enum(messageStates),
  /** Reason of a failure; null without one. */
  reason: z.nullable(z.string()),
});
export type ConversationNotification = z.output<typeof conversationNotification>;

const threadEntry = z.discriminatedUnion("type", [conversationMessage, conversationNotification]);
export type ThreadEntry = z.output<typeof threadEntry>;

/** Newest first. */
export const messagePage = z.object({
  messages: z.array(threadEntry),
  nextCursor: z.nullable(z.string()),
});
