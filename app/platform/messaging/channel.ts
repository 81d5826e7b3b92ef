import type { Config } from "../config.server";
import type { Ctx } from "../context";
import type { FileStore } from "../files/file-store.server";
import type { NewMail } from "../mail/mail.server";

/** Ways to reach a person. Emails have their own queue (docs/decisions/0117-message-channels.md). */
export const channels = ["push", "whatsapp", "sms", "email"] as const;
export type Channel = (typeof channels)[number];

/** Channels whose messages are rows of the table `messages`. */
export type MessageChannel = Exclude<Channel, "email">;

/** Channels that reach a phone number. */
export const textChannels = ["whatsapp", "sms"] as const;
export type TextChannel = (typeof textChannels)[number];

/** Channels that a customer can choose for service messages. */
export const customerChannels = ["whatsapp", "sms", "email"] as const;
export type CustomerChannel = (typeof customerChannels)[number];

export const messageStates = [
  "queued",
  "sending",
  "sent",
  "delivered",
  "read",
  "failed",
  "unknown",
  "withdrawn",
] as const;
export type MessageState = (typeof messageStates)[number];

/** Content of a message, the same for each channel of its chain. */
export interface MessageContent {
  /** Title of a push notification. */
  title: string;
  /** Body of a push notification; body parameter of a WhatsApp template. One line without the link. */
  body: string;
  /** Complete text of an SMS, with the link. */
  text: string;
  /** Null if the recipient has no page to open. */
  url: string | null;
  /** Language of the text and of the WhatsApp template. */
  language: string;
  /** Instant after which the text no longer holds; null: always true. */
  usefulUntil?: string | null;
  /** Start of the visit that the text names. A visit that has moved makes the text obsolete. */
  visitStartsAt?: string;
  /** Push only: a later notification with the same tag replaces the earlier one. */
  tag?: string;
  /** WhatsApp only: `text` as it is, which Meta accepts for 24 hours after the recipient's latest message. */
  isSession?: boolean;
  /** WhatsApp session only. */
  choices?: MessageChoices;
  /** Stored PDF in the header of a WhatsApp template. Other channels send the link only. */
  attachments?: { fileId: string; fileName: string }[];
  /** Push only: buttons of the notification. */
  actions?: { action: string; title: string }[];
}

/** Answers to tap: up to three buttons, or a list of up to ten rows that `button` opens. */
export interface MessageChoices {
  kind: "buttons" | "list";
  button: string;
  footer: string;
  /** `id`: comes back with the answer. */
  options: { id: string; title: string; description?: string }[];
}

/** A step of a chain. `seconds`: from the start of the step to its deadline. */
export type MessageStep =
  | { channel: MessageChannel; recipient: string; seconds: number }
  | { channel: "email"; mail: NewMail };

export interface OutgoingMessage {
  /** Our reference, which the provider returns in its status reports where it can. */
  id: string;
  kind: string;
  recipient: string;
  content: MessageContent;
}

/** In millionths of the currency. */
export interface MessageCost {
  micros: number;
  currency: string;
}

export type SendOutcome =
  | { outcome: "sent"; providerId: string | null; cost?: MessageCost }
  /** Final: another attempt would be rejected as well. */
  | { outcome: "rejected"; reason: string; isOptedOut?: boolean }
  /** The message was certainly not sent. */
  | {
      outcome: "postponed";
      reason: string;
      retryAfterMs: number | null;
      /** The service refuses our account, for instance without balance. */
      isAccountRefused?: boolean;
    }
  /** The message may have been sent. */
  | { outcome: "unanswered"; reason: string };

export type LookupOutcome =
  | { outcome: "sent"; providerId: string; cost?: MessageCost }
  /** The provider has certainly not received the message. */
  | { outcome: "absent" }
  /** The provider does not know the outcome, or not yet. */
  | { outcome: "unknown" };

/** A service that sends messages of one channel. */
export interface ChannelProvider {
  /** Stored with each message. */
  name: string;
  /** Must end within 10 seconds. An error counts as unanswered. */
  send(message: OutgoingMessage): Promise<SendOutcome>;
  /**
   * Looks up a message whose request was interrupted. `isKnown`: the identifier belongs to another message.
   * Absent: only status reports show the outcome.
   */
  findSent?(
    message: OutgoingMessage,
    since: Date,
    isKnown: (providerId: string) => Promise<boolean>,
  ): Promise<LookupOutcome>;
}

export type ChannelProviders = Readonly<Partial<Record<MessageChannel, ChannelProvider>>>;

/** Report of a provider. `id`: our reference; null if the provider does not return it. */
export interface StatusReport {
  provider: string;
  providerId: string;
  id: string | null;
  state: "sent" | "delivered" | "read" | "failed";
  at: Date;
  error?: string;
  cost?: MessageCost;
}

/** Message of a customer, as its provider delivered it. */
export interface ReceivedMessage {
  provider: string;
  /** The same for each repeated notification. */
  providerId: string;
  channel: "whatsapp" | "sms" | "email";
  /** Phone in E.164, or email in lower case. */
  from: string;
  /** Null if the provider names none. */
  name: string | null;
  text: string;
  /** Identifier of the tapped answer. */
  choice?: string;
  location?: SharedLocation;
  files: ReceivedFile[];
  /** Time of the provider. */
  at: Date;
}

export interface SharedLocation {
  latitude: number;
  longitude: number;
  name: string | null;
  address: string | null;
}

/** `mediaId`: fetched later from the provider. `bytes`: delivered with the message. */
export type ReceivedFile = { contentType: string; fileName: string | null } & (
  | { mediaId: string }
  | { bytes: Uint8Array<ArrayBuffer> }
);

export interface ReceivingTools {
  files: FileStore;
  config: Config;
}

/**
 * Stores a received message. A repeated call for the same message changes nothing.
 * `claim`: runs in the transaction of the message; nothing is stored if it returns false.
 */
export type ReceiveMessage = (
  ctx: Ctx,
  tools: ReceivingTools,
  message: ReceivedMessage,
  claim?: (ctx: Ctx) => Promise<boolean>,
) => Promise<void>;
