import type { Ctx } from "../context";
import { addToDigest, type DigestKind, findOpenDigest, type NewMail, queueMail } from "../mail/mail.server";
import { digestMessage } from "./digest";
import { renderHtml } from "./email-html.server";
import { renderPlain } from "./email-plain";
import type { DigestContent, Message, Sender } from "./message";

interface MailToQueue {
  /** Identifies the email together with the event and the recipient, so that each is queued once. */
  kind: string;
  trailId: number | null;
  recipient: string;
  replyTo: string | null;
  sender: Sender;
  message: Pick<Message, "subject" | "usefulUntil"> & { content: Message["content"] | DigestContent };
  attachments?: NewMail["attachments"];
  secret?: NewMail["secret"];
  stopUrl?: NewMail["stopUrl"];
}

export type EventMail = MailToQueue & {
  trailId: number;
  message: Pick<Message, "subject" | "content" | "usefulUntil">;
};

/** Queues an email as HTML and plain text in the caller's transaction. */
export function queueEmail(ctx: Ctx, mail: EventMail): Promise<void> {
  return queueMail(ctx, renderMail(mail));
}

/**
 * Queues an email for a few seconds, so that one email covers all events of the digest for the recipient
 * (docs/decisions/0102-email-digests.md). `digest`: null for emails that are sent alone.
 */
export async function queueInDigest(
  ctx: Ctx,
  digest: DigestKind | null,
  { attachments = [], ...mail }: EventMail,
): Promise<void> {
  if (!digest) return queueEmail(ctx, { ...mail, attachments });
  const { subject, content, usefulUntil } = mail.message;
  const section = { subject, content };
  const open = await findOpenDigest(ctx, { recipient: mail.recipient, digest });
  if (!open) {
    return queueMail(ctx, { ...renderMail({ ...mail, attachments }), digest, sections: [section] });
  }
  const sections = [...open.sections, section];
  const rendered = renderMail({ ...mail, message: { ...digestMessage(sections), usefulUntil } });
  await addToDigest(ctx, open.id, {
    ...rendered,
    sections,
    attachments: [...open.attachments, ...attachments],
  });
}

/** The email as a step of a chain, which later events of its digest can join once it is queued. */
export function renderForDigest(digest: DigestKind, mail: EventMail): NewMail {
  const { subject, content } = mail.message;
  return { ...renderMail(mail), digest, sections: [{ subject, content }] };
}

/** A stored PDF as attachment; empty without a file. */
export function pdfAttachment(fileName: string, fileId: string | null | undefined): NewMail["attachments"] {
  return fileId ? [{ fileName, contentType: "application/pdf", content: "", fileId }] : [];
}

export function renderMail({ sender, message, ...mail }: MailToQueue): NewMail {
  return {
    ...mail,
    senderName: sender.name,
    subject: message.subject,
    usefulUntil: message.usefulUntil,
    html: renderHtml(message.content, sender),
    plain: renderPlain(message.content, sender),
  };
}
