import type { Ctx } from "../context";
import { type NewMail, queueMail } from "../mail/mail.server";
import { renderHtml } from "./email-html.server";
import { renderPlain } from "./email-plain";
import type { Message, Sender } from "./message";

interface MailToQueue {
  /** Identifies the email together with the event and the recipient, so that each is queued once. */
  kind: string;
  trailId: number | null;
  recipient: string;
  replyTo: string | null;
  sender: Sender;
  message: Pick<Message, "subject" | "content">;
  attachments?: NewMail["attachments"];
  secret?: NewMail["secret"];
  stopUrl?: NewMail["stopUrl"];
}

/** Queues an email as HTML and plain text in the caller's transaction. */
export function queueEmail(ctx: Ctx, mail: MailToQueue & { trailId: number }): Promise<void> {
  return queueMail(ctx, renderMail(mail));
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
    html: renderHtml(message.content, sender),
    plain: renderPlain(message.content, sender),
  };
}
