import { type Kysely, type Selectable, sql } from "kysely";
import type { ImapConfig } from "../config.server";
import type { Tables } from "../database/tables";
import { dueIn } from "../jobs/queue.server";
import type { MailboxFailure } from "./providers/imap.server";

/* State of the mailbox that the worker reads. Times are the database's, because clocks of workers differ. */

type Db = Kysely<Tables>;
export type MailboxRow = Selectable<Tables["inboundMailboxes"]>;

/** Difference of the clocks of database and mail server. */
const CLOCK_TOLERANCE = "1 minute";
/** A renumbered mailbox is searched for messages since the latest reading, less this time. */
const OVERLAP = "1 day";

export function mailboxName({ user, host, port, folder }: ImapConfig): string {
  return `${user}@${host}:${port}/${folder}`;
}

/** The mailbox, if no other reader has it. The first call marks the time from which messages are read. */
export async function leaseMailbox(
  db: Db,
  { name, readerId, leaseMs }: { name: string; readerId: string; leaseMs: number },
): Promise<MailboxRow | null> {
  await db
    .insertInto("inboundMailboxes")
    .values({ name, notBefore: sql`clock_timestamp() - interval '${sql.raw(CLOCK_TOLERANCE)}'` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .updateTable("inboundMailboxes")
    .set({ readerId, leaseEndsAt: dueIn(leaseMs) })
    .where("name", "=", name)
    .where(sql<boolean>`(reader_id IS NULL OR reader_id = ${readerId} OR lease_ends_at < clock_timestamp())`)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function releaseMailbox(db: Db, name: string, readerId: string): Promise<void> {
  await db
    .updateTable("inboundMailboxes")
    .set({ readerId: null, leaseEndsAt: null })
    .where("name", "=", name)
    .where("readerId", "=", readerId)
    .execute();
}

/** Begins a new numbering: messages since the latest reading are read again, and recognized by their Message-ID. */
export async function renumberMailbox(db: Db, name: string, uidValidity: number): Promise<MailboxRow> {
  return db
    .updateTable("inboundMailboxes")
    .set({
      uidValidity,
      lastUid: 0,
      notBefore: sql`greatest(not_before, read_at - interval '${sql.raw(OVERLAP)}')`,
    })
    .where("name", "=", name)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Marks a message as read, in the transaction that stores it. Returns false if another reader was first. A concurrent
 * call waits for the transaction.
 */
export async function advanceMailbox(
  db: Db,
  name: string,
  { uidValidity, uid }: { uidValidity: number; uid: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("inboundMailboxes")
    .set({ lastUid: uid })
    .where("name", "=", name)
    .where("uidValidity", "=", uidValidity)
    .where("lastUid", "<", uid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the failure that has ended, or null. */
export async function recordReading(db: Db, name: string): Promise<MailboxFailure | null> {
  const { rows } = await sql<{ failure: MailboxFailure | null }>`
    UPDATE inbound_mailboxes SET read_at = clock_timestamp(), failure = NULL, failed_at = NULL
    FROM (SELECT failure FROM inbound_mailboxes WHERE name = ${name}) AS before
    WHERE name = ${name} RETURNING before.failure`.execute(db);
  return rows[0]?.failure ?? null;
}

/** Returns true for a failure that is not known yet. */
export async function recordFailure(db: Db, name: string, failure: MailboxFailure): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("inboundMailboxes")
    .set({ failure, failedAt: sql`coalesce(failed_at, clock_timestamp())` })
    .where("name", "=", name)
    .where(sql<boolean>`failure IS DISTINCT FROM ${failure}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A lost connection counts after this time, because the reader connects again. */
const OUTAGE = "5 minutes";

/** Failure of the configured mailbox that needs attention. */
export async function findMailboxFailure(db: Db, config: ImapConfig): Promise<MailboxFailure | null> {
  const row = await db
    .selectFrom("inboundMailboxes")
    .select(sql<MailboxFailure | null>`failure`.as("failure"))
    .where("name", "=", mailboxName(config))
    .where(
      sql<boolean>`(failure <> 'unreachable' OR failed_at < clock_timestamp() - interval '${sql.raw(OUTAGE)}')`,
    )
    .executeTakeFirst();
  return row?.failure ?? null;
}
