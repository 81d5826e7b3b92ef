import * as z from "zod/mini";
import { channels, messageStates } from "~/platform/messaging/channel";

export const mailStates = ["queued", "sending", "sent", "failed"] as const;

/** An email in the back office. `failed`: no automatic retry is left. */
export const mailRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
  /** Subject record, such as a booking. */
  subjectId: z.nullable(z.string()),
});
export type MailRow = z.infer<typeof mailRow>;

export const mailList = z.object({ mails: z.array(mailRow), nextCursor: z.nullable(z.string()) });
export type MailList = z.infer<typeof mailList>;

/** A message about a record on any channel. */
export const sentMessage = z.object({
  id: z.uuid(),
  channel: z.enum(channels),
  /** Subject of an email; title of other messages. Empty after erasure. */
  title: z.string(),
  recipient: z.string(),
  state: z.enum(messageStates),
  /** Reason of a failure, as the provider names it. */
  reason: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** Time of the state. */
  at: z.iso.datetime(),
  /** Price in millionths of the currency; null if the provider has named none. */
  cost: z.nullable(z.object({ micros: z.int(), currency: z.string() })),
});
export type SentMessage = z.infer<typeof sentMessage>;

export const sentMessageList = z.object({
  messages: z.array(sentMessage),
  nextCursor: z.nullable(z.string()),
});
export type SentMessageList = z.infer<typeof sentMessageList>;

/** Address that a mail server refused; emails to it fail at once. */
export const undeliverableAddress = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Answer of the mail server. */
  reason: z.string(),
  refusedAt: z.iso.datetime(),
});
export type UndeliverableAddress = z.infer<typeof undeliverableAddress>;

export const undeliverableAddresses = z.object({
  addresses: z.array(undeliverableAddress),
  nextCursor: z.nullable(z.string()),
});

export const mailDetail = z.object({
  ...mailRow.shape,
  replyTo: z.nullable(z.string()),
  /** Text without HTML; null if it contains or contained a secret link. */
  text: z.nullable(z.string()),
  /** Names of the attachments. */
  attachments: z.array(z.string()),
  /** Audit log entry that caused the email. */
  trailId: z.nullable(z.string()),
  /** True if the email failed and can be retried. */
  canRetry: z.boolean(),
  /** True if the email was sent and can be copied. */
  canResend: z.boolean(),
});
export type MailDetail = z.infer<typeof mailDetail>;
