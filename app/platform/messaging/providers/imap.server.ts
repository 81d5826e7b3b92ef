import { createHash } from "node:crypto";
import type { FetchMessageObject, ImapFlow } from "imapflow";
import type { Attachment, Email } from "postal-mime";
import type { ImapConfig } from "../../config.server";
import { EMAIL_PATTERN, normalizeEmail } from "../../text/email";
import type { ReceivedFile, ReceivedMessage } from "../channel";
import { isAutomaticMail, MAX_MAIL_FILES, textOfHtml, withoutQuote, withSubject } from "../received-mail";

/* Reads a mailbox without changing it: EXAMINE and BODY.PEEK leave all flags (RFC 3501, sections 6.3.2 and 6.4.5). */

export const IMAP = "imap";

/** Limit of the webhook of emails, too. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;
const MAX_MESSAGE_ID_LENGTH = 500;

export const mailboxFailures = ["refused", "no-folder", "unreachable", "failed"] as const;
/**
 * `refused`: wrong user or password.
 * `failed`: an answer against the protocol.
 */
export type MailboxFailure = (typeof mailboxFailures)[number];

export class MailboxFailed extends Error {
  override name = "MailboxFailed";
  readonly failure: MailboxFailure;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.failure = failureOf(cause);
  }
}

/** The size that a server names may be an estimate, so the content can be too large, too. */
export class MailTooLarge extends Error {
  override name = "MailTooLarge";
}

/** A message without its content. */
export interface MailSummary {
  uid: number;
  bytes: number;
  arrivedAt: Date;
  headers: Email;
}

export interface Mailbox {
  /** Changes when the server renumbers the messages. */
  uidValidity: number;
  isOpen(): boolean;
  /** Rejects if the connection is lost. */
  refresh(): Promise<void>;
  /** Messages with a higher number that arrived on the day of `since` or later, in the order of their arrival. */
  listUids(after: number, since: Date): Promise<number[]>;
  /** Null for a message that was deleted or moved meanwhile. */
  readSummary(uid: number): Promise<MailSummary | null>;
  readContent(uid: number): Promise<Uint8Array | null>;
  /** Ends running calls. */
  close(): void;
}

export interface MailboxTimes {
  connectMs: number;
  /** Longest silence during a call. */
  answerMs: number;
}

export const MAILBOX_TIMES: MailboxTimes = { connectMs: 30_000, answerMs: 60_000 };
/** A new message is noticed by IDLE after this pause of calls. */
const IDLE_AFTER_MS = 500;

/**
 * Connects and opens the folder. Errors of all calls are `MailboxFailed`.
 * `onChange`: a message arrived, or the connection ended.
 */
export async function openMailbox(
  { host, port, isTls, user, password, folder }: ImapConfig,
  onChange: () => void = () => {},
  times: MailboxTimes = MAILBOX_TIMES,
): Promise<Mailbox> {
  // Loaded only by workers that read a mailbox.
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    ...{ host, port, secure: isTls, auth: { user, pass: password } },
    ...(!isTls && { doSTARTTLS: false }),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    socketTimeout: times.answerMs,
    autoIdleDelay: IDLE_AFTER_MS,
    maxLiteralSize: MAX_MAIL_BYTES + 1024,
    logger: false,
    disableAutoEnable: true,
  });
  let isTooLarge = false;
  // Without a listener an error would end the process; calls report it.
  client.on("error", (error) => {
    // The call itself only reports that the connection has ended.
    isTooLarge ||= Object(error).code === "LiteralTooLarge";
  });
  client.on("exists", onChange);
  client.on("close", onChange);
  try {
    return await orFail(async () => {
      await client.connect();
      const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true });
      return mailboxOf(client, Number(uidValidity), () => isTooLarge);
    });
  } catch (error) {
    client.close();
    throw error;
  }
}

function mailboxOf(client: ImapFlow, uidValidity: number, isTooLarge: () => boolean): Mailbox {
  return {
    uidValidity,
    isOpen: () => client.usable,
    refresh: () => orFail(() => client.noop()),
    listUids: (after, since) =>
      orFail(async () => {
        // The server compares days without a time zone.
        const day = new Date(since.getTime() - 24 * 3_600_000);
        const found = await client.search({ uid: `${after + 1}:*`, since: day }, { uid: true });
        if (!found) throw new Error("The mailbox cannot be searched");
        // "n:*" always contains the last message.
        return found.filter((uid) => uid > after).sort((one, other) => one - other);
      }),
    readSummary: (uid) =>
      orFail(async () => {
        const query = { uid: true, size: true, internalDate: true, headers: true } as const;
        const found = await client.fetchOne(String(uid), query, { uid: true });
        if (!found) return null;
        return found.headers ? summaryOf(found, found.headers) : null;
      }),
    async readContent(uid) {
      try {
        return await orFail(async () => {
          const found = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
          return found ? (found.source ?? null) : null;
        });
      } catch (error) {
        throw isTooLarge() ? new MailTooLarge() : error;
      }
    },
    close: () => client.close(),
  };
}

async function summaryOf(
  { uid, size = 0, internalDate }: FetchMessageObject,
  headers: Uint8Array,
): Promise<MailSummary> {
  const arrivedAt = new Date(internalDate ?? Number.NaN);
  return {
    uid,
    bytes: size,
    arrivedAt: Number.isNaN(arrivedAt.getTime()) ? new Date() : arrivedAt,
    headers: await parse(headers),
  };
}

/** Sender of a message to the office; null for automatic mail, and for senders without an address. */
export function senderOf({ headers, from }: Email): string | null {
  const address = normalizeEmail(from?.address ?? "");
  return EMAIL_PATTERN.test(address) && !isAutomaticMail(headers) ? address : null;
}

/** Null for a content that is no email of a person. */
export async function readMail(content: Uint8Array, arrivedAt: Date): Promise<ReceivedMessage | null> {
  const mail = await parse(content);
  const from = senderOf(mail);
  if (!from) return null;
  const messageId = mail.messageId?.trim() ?? "";
  return {
    ...{ provider: IMAP, channel: "email", from, at: arrivedAt },
    providerId:
      messageId && messageId.length <= MAX_MESSAGE_ID_LENGTH
        ? messageId
        : `sha256:${createHash("sha256").update(content).digest("hex")}`,
    name: mail.from?.name.trim() || null,
    text: withSubject(mail.subject ?? "", withoutQuote(mail.text?.trim() || textOfHtml(mail.html ?? ""))),
    files: mail.attachments.slice(0, MAX_MAIL_FILES).map(fileOf),
  };
}

async function parse(content: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(content);
}

function fileOf({ mimeType, filename, content }: Attachment): ReceivedFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return { contentType: mimeType || "application/octet-stream", fileName: filename, bytes };
}

async function orFail<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw new MailboxFailed(error);
  }
}

function failureOf(error: unknown): MailboxFailure {
  const { authenticationFailed, mailboxMissing, responseStatus, serverResponseCode } = Object(error) as {
    authenticationFailed?: boolean;
    mailboxMissing?: boolean;
    responseStatus?: string;
    serverResponseCode?: string;
  };
  if (authenticationFailed) return "refused";
  if (mailboxMissing || serverResponseCode === "NONEXISTENT") return "no-folder";
  return responseStatus ? "failed" : "unreachable";
}
