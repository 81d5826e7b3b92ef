import * as z from "zod/mini";

export const mailStates = ["queued", "sending", "sent", "failed"] as const;

/** A mail as the office sees it. `failed`: nothing tries again by itself. */
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
  /** The record it tells of, such as a booking. */
  subjectId: z.nullable(z.string()),
});
export type MailRow = z.infer<typeof mailRow>;

export const mailList = z.object({ mails: z.array(mailRow), nextCursor: z.nullable(z.string()) });
export type MailList = z.infer<typeof mailList>;

export const mailDetail = z.object({
  ...mailRow.shape,
  replyTo: z.nullable(z.string()),
  /** Its text without HTML; null: it carries a link that only its reader may have, or carried one. */
  plain: z.nullable(z.string()),
  /** The names of what hangs on it. */
  attachments: z.array(z.string()),
  /** The entry of the trail that it tells of. */
  trailId: z.nullable(z.string()),
  /** It failed, and can be tried again. */
  canRetry: z.boolean(),
  /** It went out, and a copy of it can. */
  canSendAgain: z.boolean(),
});
export type MailDetail = z.infer<typeof mailDetail>;
