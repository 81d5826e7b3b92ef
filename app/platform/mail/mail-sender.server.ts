import { SpanKind } from "@opentelemetry/api";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables";
import { isOutboundActive } from "../jobs/outbound-pause.server";
import {
  backoffMs,
  type Claimed,
  defineQueue,
  dueIn,
  MAX_ATTEMPTS,
  type QueueRunner,
  runQueue,
} from "../jobs/queue.server";
import type { Live } from "../live/live.server";
import { log } from "../log.server";
import { emailAttempts } from "../metrics/metrics.server";
import { inSpan, setSpanError } from "../tracing/tracing.server";
import { contentOf } from "./mail.server";
import { MailRefused, type MailTransport, MailUnanswered } from "./mail-transport.server";
import { forgetUndeliverable, recordUndeliverable } from "./undeliverable.server";

type Db = Kysely<Tables>;
type ClaimedMail = Claimed<"mails">;

const CONCURRENCY = 3;
/** Duration after which a mail no longer blocks the next batch. */
export const SLOW_MS = 5_000;
/** Mail servers limit connections per client. */
const MAX_BATCH = 20;
/** Pauses before retries of mails that may have arrived, in milliseconds: few and long. */
const UNANSWERED_PAUSES_MS = [30 * 60_000, 4 * 3_600_000];

/** Pause between searches for interrupted mails. */
const UNANSWERED_CHECK_MS = 1_000;

const queue = defineQueue({
  table: "mails",
  running: "sending",
  condition: sql<boolean>`smtp_data_started_at IS NULL AND ${isOutboundActive}`,
});

export function startMailSender({
  db,
  transport,
  live,
  stopMs,
  slowMs = SLOW_MS,
}: {
  db: Db;
  transport: MailTransport;
  live: Live;
  stopMs: number;
  slowMs?: number;
}): QueueRunner {
  let checkedAt = 0;
  return runQueue({
    async claim(max) {
      if (Date.now() - checkedAt > UNANSWERED_CHECK_MS) {
        checkedAt = Date.now();
        await failUnanswered(db);
      }
      return claimMails(db, transport, max);
    },
    run: (mail) =>
      sendMail(db, transport, mail).catch((error) =>
        log.error("email-result-not-recorded", "The result of an email could not be recorded", {
          error,
          mailId: mail.id,
        }),
      ),
    concurrency: CONCURRENCY,
    slow: { afterMs: slowMs, max: MAX_BATCH },
    wakeOn: { live, topic: "mail" },
    stopMs,
  });
}

export async function claimMails(db: Db, { leaseMs }: MailTransport, max: number): Promise<ClaimedMail[]> {
  const claimed = await queue.claim(db, max, leaseMs);
  return claimed.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

export function sendMail(db: Db, transport: MailTransport, mail: ClaimedMail): Promise<void> {
  const attributes = { "email.id": mail.id, "email.attempt": mail.attempts };
  return inSpan(`email ${mail.kind}`, { kind: SpanKind.CLIENT, parent: mail.traceparent, attributes }, () =>
    attemptMail(db, transport, mail),
  );
}

async function attemptMail(db: Db, transport: MailTransport, mail: ClaimedMail): Promise<void> {
  if (mail.usefulUntil && mail.usefulUntil <= new Date()) return recordOutdated(db, mail);
  try {
    await transport.send(
      {
        ...contentOf(mail),
        id: mail.id,
        stopUrl: mail.unsubscribeUrl,
        createdAt: mail.createdAt,
      },
      () => recordHandover(db, transport, mail),
    );
  } catch (error) {
    setSpanError(error);
    if (error instanceof MailRefused && error.isUndeliverable)
      await recordUndeliverable(db, { recipient: mail.recipient, reason: error.message });
    return recordFailure(db, mail, error);
  }
  await recordSent(db, mail);
  await forgetUndeliverable(db, mail.recipient);
  emailAttempts.inc({ result: "sent" });
}

/** Prevents other workers from sending the mail while the response is pending. */
async function recordHandover(db: Db, transport: MailTransport, mail: ClaimedMail): Promise<void> {
  const isOwned = await queue.update(db, mail, {
    smtpDataStartedAt: sql`clock_timestamp()`,
    dueAt: dueIn(transport.contentLeaseMs),
  });
  if (!isOwned) throw new Error("Another worker has taken this email");
}

const OUTDATED = "Not sent, because it was no longer true when it could be sent";

async function recordOutdated(db: Db, mail: ClaimedMail): Promise<void> {
  emailAttempts.inc({ result: "outdated" });
  log.warn("email-outdated", "An email was not sent, because its text was outdated", { mailId: mail.id });
  await queue.update(db, mail, {
    state: "failed",
    dueAt: null,
    lastError: OUTDATED,
    ...(mail.secret ? ERASED_CONTENT : {}),
  });
}

/** Records the success even if another worker has claimed the mail. */
async function recordSent(db: Db, { id, secret }: ClaimedMail): Promise<void> {
  await db
    .updateTable("mails")
    .set({
      state: "sent",
      sentAt: new Date(),
      dueAt: null,
      smtpDataStartedAt: null,
      lastError: null,
      ...(secret ? ERASED_CONTENT : {}),
    })
    .where("id", "=", id)
    .where("state", "!=", "sent")
    .execute();
}

async function recordFailure(db: Db, mail: ClaimedMail, error: unknown): Promise<void> {
  const { id: mailId, attempts: attempt } = mail;
  if (error instanceof MailUnanswered) {
    emailAttempts.inc({ result: "unanswered" });
    log.warn(
      "email-unanswered",
      "The email server did not respond; the email may have arrived and will be retried later",
      { error, mailId, attempt },
    );
    return recordUnanswered(db, queue.isClaimed(mail), error.message);
  }
  const isFinal = error instanceof MailRefused || attempt >= MAX_ATTEMPTS;
  emailAttempts.inc({ result: isFinal ? "failed" : "retried" });
  if (isFinal) log.error("email-failed", "An email failed permanently", { error, mailId, attempt });
  else
    log.warn("email-retried", "An email could not be sent and will be retried", { error, mailId, attempt });
  await queue.update(db, mail, {
    state: isFinal ? "failed" : "queued",
    dueAt: isFinal ? null : dueIn(backoffMs(attempt)),
    smtpDataStartedAt: null,
    lastError: error instanceof Error ? error.message : String(error),
    ...(isFinal && mail.secret ? ERASED_CONTENT : {}),
  });
}

export async function failUnanswered(db: Db): Promise<void> {
  const over = sql<boolean>`smtp_data_started_at IS NOT NULL AND due_at <= clock_timestamp()`;
  await recordUnanswered(db, over, "Interrupted while waiting for the email server's response");
}

async function recordUnanswered(db: Db, of: ReturnType<typeof sql<boolean>>, error: string): Promise<void> {
  const pause = sql<number | null>`(${UNANSWERED_PAUSES_MS}::integer[])[unanswered_attempts + 1]`;
  const isFinal = sql<boolean>`${pause} IS NULL`;
  const blanked = (column: "html" | "plain") =>
    sql<string>`CASE WHEN secret AND ${isFinal} THEN '' ELSE ${sql.ref(column)} END`;
  await db
    .updateTable("mails")
    .set({
      state: sql`CASE WHEN ${isFinal} THEN 'failed' ELSE 'queued' END`,
      dueAt: sql`clock_timestamp() + ${pause} * interval '1 millisecond'`,
      smtpDataStartedAt: null,
      unansweredAttempts: sql`unanswered_attempts + 1`,
      lastError: error,
      html: blanked("html"),
      plain: blanked("plain"),
    })
    .where("state", "=", "sending")
    .where(of)
    .execute();
}

const ERASED_CONTENT = { html: "", plain: "" };
