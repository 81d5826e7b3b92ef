import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../database/tables";
import { ANY_TOPIC } from "../events/events";
import { isOutboundActive } from "../jobs/outbound-pause.server";
import { createPoller } from "../jobs/poller.server";
import type { Live } from "../live/live.server";
import { log } from "../log.server";
import { emailAttempts } from "../metrics/metrics.server";
import { contentOf } from "./mail.server";
import { MailRefused, type MailTransport, MailUnanswered } from "./mail-transport.server";

type Db = Kysely<Tables>;
type ClaimedMail = Selectable<Tables["mails"]>;

export interface MailSender {
  /** Waits up to `stopMs`; leases protect the rest. */
  stop(): Promise<void>;
}

const TOPIC = "mail";
const CONCURRENCY = 3;
/** Duration after which a mail no longer blocks the next batch. */
export const SLOW_MS = 5_000;
/** Mail servers limit connections per client. */
const MAX_BATCH = 20;
/** Polls because expired leases are not notified. */
const POLL_MS = 2_000;
/** 100 attempts outlast an outage of nearly two days. */
const RETRY = { max: 100, longestPauseMs: 1_800_000 };
/** Pauses before retries of mails that may have arrived, in milliseconds: few and long. */
const UNANSWERED_PAUSES_MS = [30 * 60_000, 4 * 3_600_000];

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
}): MailSender {
  const pending = new Set<Promise<void>>();
  const slow = new Set<Promise<void>>();

  const poller = createPoller(async () => {
    await failUnanswered(db);
    const free = Math.min(CONCURRENCY - (pending.size - slow.size), MAX_BATCH - pending.size);
    if (free <= 0) return;
    for (const mail of await claimMails(db, transport, free)) {
      const sending = sendMail(db, transport, mail)
        .catch((error) =>
          log.error("The result of an email could not be recorded", { error, mailId: mail.id }),
        )
        .finally(() => {
          clearTimeout(timer);
          pending.delete(sending);
          slow.delete(sending);
          poller.wake();
        });
      const timer = setTimeout(() => {
        slow.add(sending);
        poller.wake();
      }, slowMs);
      pending.add(sending);
    }
  }, POLL_MS);
  const unsubscribe = live.subscribe(null, (topic) => {
    if (topic === TOPIC || topic === ANY_TOPIC) poller.wake();
  });
  poller.wake();

  return {
    async stop() {
      unsubscribe();
      await poller.stop();
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopMs);
      });
      await Promise.race([Promise.all(pending), timeout]);
      clearTimeout(timer);
    },
  };
}

export async function claimMails(db: Db, transport: MailTransport, max: number): Promise<ClaimedMail[]> {
  const claimed = await db
    .updateTable("mails")
    .set({ state: "sending", attempts: sql`attempts + 1`, due_at: dueIn(transport.leaseMs) })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("mails")
        .select("id")
        .where("due_at", "<=", sql<Date>`clock_timestamp()`)
        .where("smtp_data_started_at", "is", null)
        .where(isOutboundActive)
        .orderBy("due_at")
        .orderBy("created_at")
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  return claimed.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

export async function sendMail(db: Db, transport: MailTransport, mail: ClaimedMail): Promise<void> {
  try {
    await transport.send(
      {
        ...contentOf(mail),
        id: mail.id,
        stopUrl: mail.unsubscribe_url,
        createdAt: mail.created_at,
      },
      () => recordHandover(db, transport, mail),
    );
  } catch (error) {
    return recordFailure(db, mail, error);
  }
  await recordSent(db, mail);
  emailAttempts.inc({ result: "sent" });
}

/** Prevents other workers from sending the mail while the response is pending. */
async function recordHandover(db: Db, transport: MailTransport, mail: ClaimedMail): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("mails")
    .set({ smtp_data_started_at: sql`clock_timestamp()`, due_at: dueIn(transport.contentLeaseMs) })
    .where(isClaimed(mail))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error("Another worker has taken this email");
}

/** Records the success even if another worker has claimed the mail. */
async function recordSent(db: Db, { id, secret }: ClaimedMail): Promise<void> {
  await db
    .updateTable("mails")
    .set({
      state: "sent",
      sent_at: new Date(),
      due_at: null,
      smtp_data_started_at: null,
      last_error: null,
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
    log.warn("The email server did not respond; the email may have arrived and will be retried later", {
      ...{ error, mailId, attempt },
    });
    return recordUnanswered(db, isClaimed(mail), error.message);
  }
  const isFinal = error instanceof MailRefused || attempt >= RETRY.max;
  emailAttempts.inc({ result: isFinal ? "failed" : "retried" });
  if (isFinal) log.error("An email failed permanently", { error, mailId, attempt });
  else log.warn("An email could not be sent and will be retried", { error, mailId, attempt });
  await db
    .updateTable("mails")
    .set({
      state: isFinal ? "failed" : "queued",
      due_at: isFinal ? null : dueIn(backoffMs(attempt)),
      smtp_data_started_at: null,
      last_error: error instanceof Error ? error.message : String(error),
      ...(isFinal && mail.secret ? ERASED_CONTENT : {}),
    })
    .where(isClaimed(mail))
    .execute();
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
      due_at: sql`clock_timestamp() + ${pause} * interval '1 millisecond'`,
      smtp_data_started_at: null,
      unanswered_attempts: sql`unanswered_attempts + 1`,
      last_error: error,
      html: blanked("html"),
      plain: blanked("plain"),
    })
    .where("state", "=", "sending")
    .where(of)
    .execute();
}

const ERASED_CONTENT = { html: "", plain: "" };

function isClaimed({ id, attempts }: ClaimedMail) {
  return sql<boolean>`id = ${id} AND state = 'sending' AND attempts = ${attempts}`;
}

/** Worker clocks may differ from the database clock. */
function dueIn(ms: number) {
  return sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
}

function backoffMs(attempt: number): number {
  const longest = Math.min(1000 * 2 ** attempt, RETRY.longestPauseMs);
  return longest * (0.5 + Math.random() / 2);
}
