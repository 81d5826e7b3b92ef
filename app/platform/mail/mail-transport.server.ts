import { join } from "node:path";
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import type { Options } from "nodemailer/lib/smtp-transport";
import type { Config } from "../config.server";
import { type FileStore, openFileStore } from "../files/file-store.server";
import { writeFileAtomic } from "../files/write-file-atomic.server";

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
  /** Where whoever gets it regularly ends it. */
  stopUrl?: string | null;
  createdAt: Date;
}

export interface Attachment {
  fileName: string;
  contentType: string;
  /** Empty where it is a file of ours. */
  content: string;
  /** A file of ours, read when the mail is sent: what is large does not stand in the mail's row. */
  fileId?: string;
  /** Calendar files only: what the receiver's calendar is to do with it. */
  method?: "REQUEST" | "CANCEL";
}

export interface MailTransport {
  /** Where mails go, for people to read. */
  kind: "smtp" | "files";
  /** Longer than a try takes until it begins to hand the content over, in milliseconds. */
  leaseMs: number;
  /** Longer than the rest of it takes. */
  contentLeaseMs: number;
  /**
   * Hands the mail over; returns only when it was accepted. Calls `onContent` just before the first byte of the content,
   * and sends none when that throws. Throws `MailRefused` when no further try can help, and `MailUnanswered` when the
   * mail may have arrived all the same.
   */
  send(mail: Mail, onContent: () => Promise<void>): Promise<void>;
}

/** The receiving server will not take this mail, now or later. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** The content was handed over, and no answer came: nobody knows whether the server took it. */
export class MailUnanswered extends Error {
  override name = "MailUnanswered";
}

/** How long a mail server is waited for, in milliseconds. */
export interface SmtpTimes {
  /** From the first step to its go-ahead for the content. A cut before that leaves nothing behind. */
  envelopeMs: number;
  /** For it to say something, after the final dot above all: RFC 5321, section 4.5.3.2.6, asks for 10 minutes. */
  answerMs: number;
  /** For all of the content and the answer to it. */
  contentMs: number;
}

const MINUTE = 60_000;
export const SMTP_TIMES: SmtpTimes = {
  envelopeMs: 2 * MINUTE,
  answerMs: 11 * MINUTE,
  contentMs: 15 * MINUTE,
};
/** How much longer a lease is than what it is for. */
const LEASE_MARGIN_MS = 10_000;
const FILE_LEASE_MS = 10_000;

export function createMailTransport(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir"> & Partial<Pick<Config, "s3Url" | "publicUrl">>,
  times: SmtpTimes = SMTP_TIMES,
): MailTransport {
  const files = openFileStore({ dataDir: config.dataDir, s3Url: config.s3Url });
  const composed: Compose = (mail) =>
    compose({ ...mail, html: withOrigin(mail.html, config.publicUrl ?? "") }, config.mailFrom, files);
  return config.smtpUrl
    ? smtpTransport(config.smtpUrl, composed, times)
    : fileTransport(mailFolder(config), composed);
}

/** Where mails become files when there is no mail server: `<mail id>.eml`. */
export function mailFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "mail");
}

type Compose = (mail: Mail) => ReturnType<typeof compose>;

function smtpTransport(url: string, composed: Compose, times: SmtpTimes): MailTransport {
  return {
    kind: "smtp",
    leaseMs: times.envelopeMs + LEASE_MARGIN_MS,
    contentLeaseMs: times.contentMs + LEASE_MARGIN_MS,
    async send(mail, onContent) {
      const cut = new AbortController();
      let timer = setTimeout(() => cut.abort(), times.envelopeMs);
      let handedOver = false;
      // A connection a mail: of a shared one the library sends again by itself what it lost.
      const transport = createTransport({
        url,
        connectionTimeout: times.envelopeMs,
        greetingTimeout: times.envelopeMs,
        socketTimeout: times.answerMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      transport.use("stream", ({ message }, done) => {
        const content = message.createReadStream.bind(message);
        // Read from only after the server's go-ahead.
        message.createReadStream = () =>
          Readable.from(
            (async function* () {
              clearTimeout(timer);
              await onContent();
              timer = setTimeout(() => cut.abort(), times.contentMs);
              handedOver = true;
              yield* content();
            })(),
            { objectMode: false },
          ) as ReturnType<typeof content>;
        done();
      });
      try {
        await transport.sendMail({ ...(await composed(mail)), signal: cut.signal } as Options);
      } catch (error) {
        const { message, responseCode } = error as Error & { responseCode?: number };
        if (isFinal(error)) throw new MailRefused(message, { cause: error });
        if (handedOver && !responseCode) throw new MailUnanswered(message, { cause: error });
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
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
function fileTransport(folder: string, composed: Compose): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    kind: "files",
    leaseMs: FILE_LEASE_MS,
    contentLeaseMs: FILE_LEASE_MS,
    async send(mail) {
      const { message } = await composer.sendMail(await composed(mail));
      await writeFileAtomic(folder, `${mail.id}.eml`, message as Buffer);
    },
  };
}

/** A picture of ours is named by its path: mail programs need the whole address. */
function withOrigin(html: string, publicUrl: string): string {
  return html.replaceAll('src="/api/', `src="${publicUrl}/api/`);
}

/** The same mail gets the same Message-ID and Date at every try: receivers recognise a repeat. */
async function compose(mail: Mail, from: string, files: FileStore) {
  const sender = parseSender(from);
  const calendar = mail.attachments.find(({ method }) => method);
  const others = mail.attachments.filter((attachment) => attachment !== calendar);
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
    list: mail.stopUrl ? { unsubscribe: mail.stopUrl } : undefined,
    icalEvent: calendar && {
      method: calendar.method,
      filename: calendar.fileName,
      content: calendar.content,
    },
    attachments: await Promise.all(
      others.map(async ({ fileName, contentType, content, fileId }) => ({
        filename: fileName,
        contentType,
        content: fileId ? await readWhole(files, fileId) : content,
      })),
    ),
  };
}

async function readWhole(files: FileStore, id: string): Promise<Buffer> {
  const bytes = await files.get(id);
  if (!bytes) throw new Error("The file that a mail brings along is not there");
  return Buffer.from(bytes);
}

function parseSender(from: string): { name: string; address: string } {
  const match = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from);
  return match ? { name: match[1]!, address: match[2]! } : { name: "", address: from.trim() };
}
