import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { system } from "../auth/actor";
import type { Config, ImapConfig } from "../config.server";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import type { FileStore } from "../files/file-store.server";
import { infraFailureOf } from "../incidents/infra-failure.server";
import { isOutboundPaused } from "../jobs/outbound-pause.server";
import { createPoller, type Poller } from "../jobs/poller.server";
import { DEFAULT_LOCALE } from "../locale/locale";
import { log } from "../log.server";
import { receivedMails } from "../metrics/metrics.server";
import type { ReceiveMessage } from "./channel";
import {
  advanceMailbox,
  leaseMailbox,
  type MailboxRow,
  mailboxName,
  recordFailure,
  recordReading,
  releaseMailbox,
  renumberMailbox,
} from "./inbound-mailboxes.server";
import {
  MAX_MAIL_BYTES,
  type Mailbox,
  MailboxFailed,
  type MailSummary,
  MailTooLarge,
  openMailbox,
  readMail,
  senderOf,
} from "./providers/imap.server";

type Db = Kysely<Tables>;

export interface ReaderTimes {
  /** Checks without a notification of the server, which also renew the lease. */
  pollMs: number;
  /** Another worker takes over after this time. */
  leaseMs: number;
  /** Waits after failed connections: the first, doubled each time up to the longest. */
  firstRetryMs: number;
  longestRetryMs: number;
  /** Wait after a refused password, because servers lock accounts. */
  refusedRetryMs: number;
}

const READER_TIMES: ReaderTimes = {
  pollMs: 30_000,
  leaseMs: 90_000,
  firstRetryMs: 5_000,
  longestRetryMs: 600_000,
  refusedRetryMs: 900_000,
};

/** A message that cannot be stored must not block those behind it. */
const MAX_ATTEMPTS = 5;
/** A message whose sender dated it earlier than this before the first reading was copied into the mailbox. */
const MAX_DELAY_MS = 7 * 24 * 3_600_000;

interface Tools {
  db: Db;
  config: Config & { imap: ImapConfig };
  files: FileStore;
  receive: ReceiveMessage;
  /** Addresses of the company, whose emails are no messages of customers. In lower case. */
  readOwnAddresses: (ctx: Ctx) => Promise<readonly string[]>;
  times?: ReaderTimes;
}

/**
 * Reads new messages of the office's mailbox into the inbox. One worker at a time reads; each message is stored in the
 * transaction that advances the mailbox's position.
 */
export function startMailboxReader({
  db,
  config,
  files,
  receive,
  readOwnAddresses,
  times = READER_TIMES,
}: Tools): Poller {
  const name = mailboxName(config.imap);
  const readerId = randomUUID();
  let mailbox: Mailbox | null = null;
  let isStopping = false;
  let failedConnections = 0;
  let retryAt = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  /** The message that could not be stored. */
  let failing = { uid: 0, attempts: 0 };

  function disconnect(): void {
    mailbox?.close();
    mailbox = null;
  }

  async function read(): Promise<void> {
    if (Date.now() < retryAt || (await isOutboundPaused(db))) return;
    const row = await leaseMailbox(db, { name, readerId, leaseMs: times.leaseMs });
    if (!row) return disconnect();
    try {
      await readNewMessages(row);
    } catch (error) {
      disconnect();
      if (isStopping) return;
      if (!(error instanceof MailboxFailed)) throw error;
      await handleFailure(error);
    }
  }

  async function readNewMessages(leased: MailboxRow): Promise<void> {
    // Servers end idle connections, which is no failure.
    if (!mailbox?.isOpen()) disconnect();
    mailbox ??= await openMailbox(config.imap, () => poller.wake());
    const { uidValidity } = mailbox;
    const row = leased.uidValidity === uidValidity ? leased : await renumberMailbox(db, name, uidValidity);
    await mailbox.refresh();
    const own = new Set(await readOwnAddresses(context()));
    for (const uid of await mailbox.listUids(row.lastUid, row.notBefore)) {
      if (isStopping || !(await leaseMailbox(db, { name, readerId, leaseMs: times.leaseMs }))) return;
      await takeMessage(mailbox, { uid, notBefore: row.notBefore, own });
    }
    failedConnections = 0;
    const ended = await recordReading(db, name);
    if (ended) log.info("mailbox-available", "The mailbox of the office is read again", { failure: ended });
  }

  async function takeMessage(
    from: Mailbox,
    { uid, ...limits }: { uid: number; notBefore: Date; own: ReadonlySet<string> },
  ): Promise<void> {
    const { uidValidity } = from;
    const claim = (ctx: Ctx) => advanceMailbox(ctx.db, name, { uidValidity, uid });
    const skip = async (result: "ignored" | "skipped") => {
      if (await claim(context())) receivedMails.inc({ result });
    };
    try {
      const summary = await from.readSummary(uid);
      if (!summary || isIgnored(summary, limits)) return await skip("ignored");
      if (summary.bytes > MAX_MAIL_BYTES) throw new MailTooLarge();
      const content = await from.readContent(uid);
      const message = content && (await readMail(content, summary.arrivedAt));
      if (!message) return await skip("ignored");
      await receive(context(), { files, config }, message, claim);
      receivedMails.inc({ result: "received" });
    } catch (error) {
      if (error instanceof MailTooLarge) {
        log.warn("mail-too-large", "An email of the mailbox is too large for the inbox", { uid });
        return skip("skipped");
      }
      const isLost = error instanceof MailboxFailed && error.failure !== "failed";
      if (isLost || infraFailureOf(error)) throw error;
      failing = { uid, attempts: failing.uid === uid ? failing.attempts + 1 : 1 };
      if (failing.attempts < MAX_ATTEMPTS) throw error;
      log.error("mail-skipped", "An email of the mailbox can be neither read nor stored", { uid, error });
      return skip("skipped");
    }
  }

  /** Reports a failure once, and waits longer after each. */
  async function handleFailure(error: MailboxFailed): Promise<void> {
    const { failure, cause } = error;
    const waitMs =
      failure === "refused"
        ? times.refusedRetryMs
        : Math.min(times.firstRetryMs * 2 ** failedConnections, times.longestRetryMs);
    failedConnections++;
    retryAt = Date.now() + waitMs;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(poller.wake, waitMs);
    if (await recordFailure(db, name, failure))
      log.warn("mailbox-unavailable", "The mailbox of the office cannot be read", { failure, error: cause });
  }

  function context(): Ctx {
    return { actor: system, db, now: new Date(), requestId: "mailbox", locale: DEFAULT_LOCALE };
  }

  const poller = createPoller(read, times.pollMs);
  poller.wake();
  return {
    wake: poller.wake,
    async stop() {
      isStopping = true;
      clearTimeout(retryTimer);
      // Ends a call that waits for the mail server.
      mailbox?.close();
      await poller.stop();
      // Fails while the database is unavailable; the lease then expires.
      await releaseMailbox(db, name, readerId).catch(() => {});
    },
  };
}

/** Automatic and own mail, and messages from before the first reading, such as those copied from another folder. */
function isIgnored(
  { arrivedAt, headers }: MailSummary,
  { notBefore, own }: { notBefore: Date; own: ReadonlySet<string> },
): boolean {
  const sender = senderOf(headers);
  if (!sender || own.has(sender) || arrivedAt < notBefore) return true;
  const sentAt = Date.parse(headers.date ?? "");
  return sentAt < notBefore.getTime() - MAX_DELAY_MS;
}
