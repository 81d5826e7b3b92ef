import { join } from "node:path";
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import type { Options } from "nodemailer/lib/smtp-transport";
import type { Config } from "../config.server";
import { BACKGROUND_TIMEOUT_MS, type FileStore, openFileStore } from "../files/file-store.server";
import { writeFileAtomic } from "../files/write-file-atomic.server";

export interface Mail {
  id: string;
  recipient: string;
  replyTo: string | null;
  senderName: string;
  subject: string;
  html: string;
  plain: string;
  attachments: Attachment[];
  stopUrl?: string | null;
  createdAt: Date;
}

export interface Attachment {
  fileName: string;
  contentType: string;
  content: string;
  /** Keeps large content out of the mail's row. */
  fileId?: string;
  method?: "REQUEST" | "CANCEL";
}

export interface MailTransport {
  kind: "smtp" | "files";
  /** Longest time before the content is sent, in milliseconds. */
  leaseMs: number;
  /** Longest time from the start of the content to the response, in milliseconds. */
  contentLeaseMs: number;
  /**
   * Calls `onContent` before the first byte and sends nothing if it throws. Throws `MailUnanswered` if the
   * mail may have arrived.
   */
  send(mail: Mail, onContent: () => Promise<void>): Promise<void>;
}

export class MailRefused extends Error {
  override name = "MailRefused";
  /** The mail server knows that the address accepts no email. */
  isUndeliverable = false;
}

/** The mail may have arrived. */
export class MailUnanswered extends Error {
  override name = "MailUnanswered";
}

export interface SmtpTimes {
  envelopeMs: number;
  /** RFC 5321, section 4.5.3.2.6, requires 10 minutes after the final dot. */
  answerMs: number;
  contentMs: number;
}

const MINUTE = 60_000;
export const SMTP_TIMES: SmtpTimes = {
  envelopeMs: 2 * MINUTE,
  answerMs: 11 * MINUTE,
  contentMs: 15 * MINUTE,
};
const LEASE_MARGIN_MS = 10_000;
const FILE_LEASE_MS = 10_000;

export function createMailTransport(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir"> & Partial<Pick<Config, "s3Url" | "publicUrl">>,
  times: SmtpTimes = SMTP_TIMES,
): MailTransport {
  const files = openFileStore({ dataDir: config.dataDir, s3Url: config.s3Url }, BACKGROUND_TIMEOUT_MS);
  const composeMail: Compose = (mail) =>
    compose({ ...mail, html: makeUrlsAbsolute(mail.html, config.publicUrl ?? "") }, config.mailFrom, files);
  return config.smtpUrl
    ? smtpTransport(config.smtpUrl, composeMail, times)
    : fileTransport(mailFolder(config), composeMail);
}

export function mailFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "mail");
}

type Compose = (mail: Mail) => ReturnType<typeof compose>;

function smtpTransport(url: string, composeMail: Compose, times: SmtpTimes): MailTransport {
  return {
    kind: "smtp",
    leaseMs: times.envelopeMs + LEASE_MARGIN_MS,
    contentLeaseMs: times.contentMs + LEASE_MARGIN_MS,
    async send(mail, onContent) {
      const abort = new AbortController();
      let timer = setTimeout(() => abort.abort(), times.envelopeMs);
      let isHandedOver = false;
      // Disables pooling, because the library resends lost mails of pooled connections.
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
        message.createReadStream = () =>
          Readable.from(
            (async function* () {
              clearTimeout(timer);
              await onContent();
              timer = setTimeout(() => abort.abort(), times.contentMs);
              isHandedOver = true;
              yield* content();
            })(),
            { objectMode: false },
          ) as ReturnType<typeof content>;
        done();
      });
      try {
        await transport.sendMail({ ...(await composeMail(mail)), signal: abort.signal } as Options);
      } catch (error) {
        const { message, responseCode } = error as Error & { responseCode?: number };
        if (isFinal(error)) {
          const refused = new MailRefused(message, { cause: error });
          refused.isUndeliverable = isAddressRefused(error);
          throw refused;
        }
        if (isHandedOver && !responseCode) throw new MailUnanswered(message, { cause: error });
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * 5xx to the envelope or content is final (RFC 5321, 4.2.1). A refused greeting or login is a configuration
 * error, which an operator can fix.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode = 0 } = error as Error & { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
}

/**
 * Enhanced status codes of an unknown or disabled mailbox or domain (RFC 3463: 5.1.x, 5.2.1); servers without
 * them answer 550, 551 or 553 to the recipient. Others concern the sender, the content or a policy.
 */
function isAddressRefused(error: unknown): boolean {
  const {
    command,
    response = "",
    responseCode = 0,
  } = error as {
    command?: string;
    response?: string;
    responseCode?: number;
  };
  if (command !== "RCPT TO") return false;
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced) return /^5\.(1\.[1-36]|1\.10|2\.1)$/.test(enhanced);
  return [550, 551, 553].includes(responseCode);
}

function fileTransport(folder: string, composeMail: Compose): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    kind: "files",
    leaseMs: FILE_LEASE_MS,
    contentLeaseMs: FILE_LEASE_MS,
    async send(mail) {
      const { message } = await composer.sendMail(await composeMail(mail));
      await writeFileAtomic(folder, `${mail.id}.eml`, message as Buffer);
    },
  };
}

/** Mail clients need absolute URLs. */
function makeUrlsAbsolute(html: string, publicUrl: string): string {
  return html.replaceAll('src="/api/', `src="${publicUrl}/api/`);
}

/** Message-ID and Date stay the same, so that receivers recognize duplicates. */
async function compose(mail: Mail, from: string, files: FileStore) {
  const sender = parseSender(from);
  const calendar = mail.attachments.find(({ method }) => method);
  const attachments = mail.attachments.filter((attachment) => attachment !== calendar);
  return {
    messageId: `<${mail.id}@${sender.address.split("@")[1]}>`,
    date: mail.createdAt,
    from: { name: sender.name || mail.senderName, address: sender.address },
    to: { name: "", address: mail.recipient },
    replyTo: mail.replyTo ? { name: "", address: mail.replyTo } : undefined,
    subject: mail.subject,
    text: mail.plain,
    html: mail.html,
    // Suppresses automatic replies (RFC 3834; Exchange only knows the second).
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    list: mail.stopUrl ? { unsubscribe: mail.stopUrl } : undefined,
    icalEvent: calendar && {
      method: calendar.method,
      filename: calendar.fileName,
      content: calendar.content,
    },
    attachments: await Promise.all(
      attachments.map(async ({ fileName, contentType, content, fileId }) => ({
        filename: fileName,
        contentType,
        content: fileId ? await readAttachment(files, fileId) : content,
      })),
    ),
  };
}

async function readAttachment(files: FileStore, id: string): Promise<Buffer> {
  const bytes = await files.get(id);
  if (!bytes) throw new Error("An attachment of the email is missing");
  return Buffer.from(bytes);
}

function parseSender(from: string): { name: string; address: string } {
  const match = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from);
  return match ? { name: match[1]!, address: match[2]! } : { name: "", address: from.trim() };
}
