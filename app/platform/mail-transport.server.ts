import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Config } from "./config.server";
import { writeWhole } from "./write-whole.server";

/** A mail as it goes out. All text is plain text; encoding it is the transport's work. */
export interface Mail {
  id: string;
  /** One address. */
  recipient: string;
  replyTo: string | null;
  /** The name beside the sender's address, unless MAIL_FROM has one. */
  senderName: string;
  subject: string;
  html: string;
  plain: string;
  attachments: Attachment[];
  createdAt: Date;
}

export interface Attachment {
  fileName: string;
  contentType: string;
  content: string;
  /** Calendar files only: what the receiver's calendar is to do with it. */
  method?: "REQUEST" | "CANCEL";
}

export interface MailTransport {
  /** Where mails go, for people to read. */
  kind: "smtp" | "files";
  /** Hands the mail over; returns only when it was accepted. Throws `MailRefused` when no further try can help. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The receiving server will not take this mail, now or later. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** One try ends within this time, whatever the server does. */
export const SEND_TIMEOUT_MS = 60_000;

export function createMailTransport(config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">): MailTransport {
  return config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : fileTransport(join(config.dataDir, "mail"), config.mailFrom);
}

function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    kind: "smtp",
    async send(mail) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("The mail server took too long")), SEND_TIMEOUT_MS);
      });
      try {
        await Promise.race([transport.sendMail(compose(mail, from)), timeout]);
      } catch (error) {
        throw isFinal(error) ? new MailRefused((error as Error).message, { cause: error }) : error;
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * A 5xx answer to the envelope or the content is final (RFC 5321, 4.2.1). One to the greeting or the sign-in speaks
 * of the installation, which an operator will mend: worth waiting for.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode = 0 } = error as Error & { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
}

/** Each mail becomes `<mail id>.eml`: complete or not there at all, and the same file however often it is sent. */
function fileTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    kind: "files",
    async send(mail) {
      const { message } = await composer.sendMail(compose(mail, from));
      await writeWhole(folder, `${mail.id}.eml`, message as Buffer);
    },
    close: () => composer.close(),
  };
}

/** The same mail gets the same Message-ID and Date at every try: receivers recognise a repeat. */
function compose(mail: Mail, from: string) {
  const sender = parseSender(from);
  const calendar = mail.attachments.find(({ method }) => method);
  return {
    messageId: `<${mail.id}@${sender.address.split("@")[1]}>`,
    date: mail.createdAt,
    from: { name: sender.name || mail.senderName, address: sender.address },
    to: { name: "", address: mail.recipient },
    replyTo: mail.replyTo ? { name: "", address: mail.replyTo } : undefined,
    subject: mail.subject,
    text: mail.plain,
    html: mail.html,
    // Answered by no out-of-office robot (RFC 3834; Exchange knows only the second).
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    icalEvent: calendar && {
      method: calendar.method,
      filename: calendar.fileName,
      content: calendar.content,
    },
    attachments: mail.attachments
      .filter((attachment) => attachment !== calendar)
      .map(({ fileName, contentType, content }) => ({ filename: fileName, contentType, content })),
  };
}

function parseSender(from: string): { name: string; address: string } {
  const match = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from);
  return match ? { name: match[1]!, address: match[2]! } : { name: "", address: from.trim() };
}
