import type { Silent } from "~/platform/events/events";

/* Conversations of the office with customers (docs/domain.md, "Inbox"). */

export const conversationStates = ["open", "snoozed", "closed"] as const;
export type ConversationState = (typeof conversationStates)[number];

/** Lists of the inbox. */
export const inboxViews = ["open", "mine", "unassigned", "snoozed", "closed"] as const;
export type InboxView = (typeof inboxViews)[number];

export const directions = ["received", "sent", "note"] as const;
export type Direction = (typeof directions)[number];

export const conversationChannels = ["whatsapp", "sms", "email", "form", "contract"] as const;
export type ConversationChannel = (typeof conversationChannels)[number];

/** Channels by which the office can answer. */
export const replyChannels = ["whatsapp", "sms", "email"] as const;
export type ReplyChannel = (typeof replyChannels)[number];

export const fileStates = ["waiting", "fetching", "stored", "missing", "unsupported"] as const;

export const MAX_REPLY_LENGTH = 2_000;
export const MAX_NOTE_LENGTH = 2_000;
/** Longer texts, such as forwarded newsletters, are cut. */
export const MAX_TEXT_LENGTH = 20_000;

const WINDOW_MS = 24 * 3_600_000;

/** End of the time in which Meta accepts free text; null without a received WhatsApp message. */
export function whatsappWindowEnd(lastReceivedAt: Date | null): Date | null {
  return lastReceivedAt && new Date(lastReceivedAt.getTime() + WINDOW_MS);
}

/** A user counts as writing until this long after the latest key. */
export const WRITING_MS = 30_000;

declare module "~/platform/events/events" {
  interface Events {
    "inbox.message-received": Silent<{ channel: ConversationChannel }>;
    /** `messageId`: the reply. */
    "inbox.replied": { messageId: string };
    /** `messageId`: message of the booking flow. */
    "inbox.answered": { messageId: string };
    "inbox.noted": Silent;
    /** `assigneeId`: null if it was unassigned. */
    "inbox.assigned": Silent<{ assigneeId: string | null }>;
    "inbox.state-changed": Silent<{ state: ConversationState }>;
    "inbox.opened": Silent;
    "inbox.customer-named": Silent<{ customerId: string }>;
    "inbox.file-attached": Silent<{ bookingId: string | null }>;
    /** Emitted before conversations existed. The trail still has such entries. */
    "inbox.item-state-changed": Silent<{ transition: "takeOn" | "answer" | "reopen" }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The latest WhatsApp message of the customer is older than 24 hours. */
    "window-closed": unknown;
  }
}
