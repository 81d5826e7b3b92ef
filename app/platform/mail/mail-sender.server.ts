import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../database/tables";
import { ANY_TOPIC } from "../events/events";
import { isOutboundActive } from "../jobs/outbound-pause.server";
import { createPoller } from "../jobs/poller.server";
import type { Live } from "../live/live.server";
import { log } from "../log.server";
import { contentOf } from "./mail.server";
import { MailRefused, type MailTransport, MailUnanswered } from "./mail-transport.server";

/**
 * Sends the mails that wait (docs/decisions/0005-events-and-mail.md). A worker takes a mail for as long as its lease, in a
 * statement of its own, speaks to the mail server outside any transaction, and notes what came of it. Any number of
 * workers may do so beside each other.
 */

type Db = Kysely<Tables>;
type TakenMail = Selectable<Tables["mails"]>;

export interface MailSender {
  /** Takes no more mails and waits for those under way, `stopMs` at most: what is left then, its lease protects. */
  stop(): Promise<void>;
}

/** Under which changes of mails are announced. */
const TOPIC = "mail";
/** Mails that one process sends at once. */
const AT_ONCE = 3;
/** One that takes longer waits for its answer, and holds up no other. */
export const SLOW_MS = 5_000;
/** With the slow ones: a mail server takes only so many connections of one client. */
const MAX_BATCH = 20;
/** Finds what nobody announced: pauses and leases that are over. */
const POLL_MS = 2_000;
/** Pauses of 1–2, 2–4, 4–8 … seconds up to half an hour: 100 tries outlast an outage of nearly two days. */
const TRIES = { max: 100, longestPauseMs: 1_800_000 };
/** Of a mail that may have arrived: few repeats, and late. After them somebody of the office decides. */
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
  const underWay = new Set<Promise<void>>();
  const slow = new Set<Promise<void>>();

  const rounds = createPoller(async () => {
    await giveUpWaiting(db);
    const free = Math.min(AT_ONCE - (underWay.size - slow.size), MAX_BATCH - underWay.size);
    if (free <= 0) return;
    for (const mail of await takeMails(db, transport, free)) {
      const sending = sendMail(db, transport, mail)
        .catch((error) => log.error("What came of a mail could not be noted", { error, mailId: mail.id }))
        .finally(() => {
          clearTimeout(timer);
          underWay.delete(sending);
          slow.delete(sending);
          rounds.wake();
        });
      const timer = setTimeout(() => {
        slow.add(sending);
        rounds.wake();
      }, slowMs);
      underWay.add(sending);
    }
  }, POLL_MS);
  const unsubscribe = live.subscribe(null, (topic) => {
    if (topic === TOPIC || topic === ANY_TOPIC) rounds.wake();
  });
  rounds.wake();

  return {
    async stop() {
      unsubscribe();
      await rounds.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopMs);
      });
      await Promise.race([Promise.all(underWay), late]);
      clearTimeout(timer);
    },
  };
}

/** Takes up to `most` mails that are due, the longest due first: queued ones, and those whose sender is gone. */
export async function takeMails(db: Db, transport: MailTransport, max: number): Promise<TakenMail[]> {
  const taken = await db
    .updateTable("mails")
    .set({ state: "sending", attempts: sql`attempts + 1`, due_at: fromNow(transport.leaseMs) })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("mails")
        .select("id")
        .where("due_at", "<=", sql<Date>`clock_timestamp()`)
        .where("handed_over_at", "is", null)
        .where(isOutboundActive)
        .orderBy("due_at")
        .orderBy("created_at")
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  return taken.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/** Sends a mail that was taken, and notes what came of it. Rejects when it could not be noted. */
export async function sendMail(db: Db, transport: MailTransport, mail: TakenMail): Promise<void> {
  try {
    await transport.send(
      {
        ...contentOf(mail),
        id: mail.id,
        stopUrl: mail.stop_url,
        createdAt: mail.created_at,
      },
      () => noteHandOver(db, transport, mail),
    );
  } catch (error) {
    return noteFailure(db, mail, error);
  }
  await noteSent(db, mail);
}

/** From here on the server may have the mail: nobody else may send it while its answer is waited for. */
async function noteHandOver(db: Db, transport: MailTransport, mail: TakenMail): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("mails")
    .set({ handed_over_at: sql`clock_timestamp()`, due_at: fromNow(transport.contentLeaseMs) })
    .where(stillTaken(mail))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error("Another worker took this mail over");
}

/** It did go out, whoever has taken it meanwhile. */
async function noteSent(db: Db, { id, secret }: TakenMail): Promise<void> {
  await db
    .updateTable("mails")
    .set({
      state: "sent",
      sent_at: new Date(),
      due_at: null,
      handed_over_at: null,
      last_error: null,
      ...(secret ? BLANK : {}),
    })
    .where("id", "=", id)
    .where("state", "!=", "sent")
    .execute();
}

async function noteFailure(db: Db, mail: TakenMail, error: unknown): Promise<void> {
  const { id: mailId, attempts: attempt } = mail;
  if (error instanceof MailUnanswered) {
    log.warn("A mail server gave no answer; the mail may have arrived, and goes out again late", {
      ...{ error, mailId, attempt },
    });
    return noteUnanswered(db, stillTaken(mail), error.message);
  }
  const givenUp = error instanceof MailRefused || attempt >= TRIES.max;
  if (givenUp) log.error("A mail failed for good", { error, mailId, attempt });
  else log.warn("A mail could not be sent and will be tried again", { error, mailId, attempt });
  await db
    .updateTable("mails")
    .set({
      state: givenUp ? "failed" : "queued",
      due_at: givenUp ? null : fromNow(pauseAfter(attempt)),
      handed_over_at: null,
      last_error: error instanceof Error ? error.message : String(error),
      ...(givenUp && mail.secret ? BLANK : {}),
    })
    .where(stillTaken(mail))
    .execute();
}

/** Of mails that were handed over by a worker that has gone since, nobody will ever hear an answer. */
export async function giveUpWaiting(db: Db): Promise<void> {
  const over = sql<boolean>`handed_over_at IS NOT NULL AND due_at <= clock_timestamp()`;
  await noteUnanswered(db, over, "The try was cut off while the mail server's answer was waited for");
}

async function noteUnanswered(db: Db, of: ReturnType<typeof sql<boolean>>, error: string): Promise<void> {
  const pause = sql<number | null>`(${UNANSWERED_PAUSES_MS}::integer[])[unanswered + 1]`;
  const givenUp = sql<boolean>`${pause} IS NULL`;
  const blanked = (column: "html" | "plain") =>
    sql<string>`CASE WHEN secret AND ${givenUp} THEN '' ELSE ${sql.ref(column)} END`;
  await db
    .updateTable("mails")
    .set({
      state: sql`CASE WHEN ${givenUp} THEN 'failed' ELSE 'queued' END`,
      due_at: sql`clock_timestamp() + ${pause} * interval '1 millisecond'`,
      handed_over_at: null,
      unanswered: sql`unanswered + 1`,
      last_error: error,
      html: blanked("html"),
      plain: blanked("plain"),
    })
    .where("state", "=", "sending")
    .where(of)
    .execute();
}

const BLANK = { html: "", plain: "" };

/** No other worker has taken it since. */
function stillTaken({ id, attempts }: TakenMail) {
  return sql<boolean>`id = ${id} AND state = 'sending' AND attempts = ${attempts}`;
}

/** The database's clock counts: those of the workers may differ. */
function fromNow(ms: number) {
  return sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
}

function pauseAfter(attempt: number): number {
  const longest = Math.min(1000 * 2 ** attempt, TRIES.longestPauseMs);
  return longest * (0.5 + Math.random() / 2);
}
