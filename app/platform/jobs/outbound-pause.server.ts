import { type Kysely, sql } from "kysely";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { addMinutes } from "../time";
import "../mail/mail.server";

/*
 * After a restore, outbound messages may already have been sent. They pause until released (docs/domain.md,
 * "Backups").
 */

export const isOutboundActive = sql<boolean>`NOT EXISTS (SELECT FROM restores WHERE released_at IS NULL)`;

export async function isOutboundPaused(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom("restores").select("id").where("releasedAt", "is", null).executeTakeFirst();
  return row !== undefined;
}

export const mailHash = sql<Buffer>`sha256(convert_to(kind || chr(31) || recipient || chr(31) || subject, 'UTF8'))`;

/** Marks as many queued mails of each hash as were sent. Excludes mails requested since the restore. */
export async function markMailsSentBeforeRestore(ctx: Ctx, restoredAt: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE mails SET state = 'sent', sent_at = known.sent_at, due_at = NULL, smtp_data_started_at = NULL, last_error = NULL
    FROM (
      SELECT waiting.id, sent.sent_at FROM (
        SELECT mails.id, ${mailHash} AS hash,
          row_number() OVER (PARTITION BY ${mailHash} ORDER BY created_at, mails.id) AS number
        FROM mails LEFT JOIN trail ON trail.id = mails.trail_id
        WHERE mails.due_at IS NOT NULL
          AND (trail.id IS NULL OR trail.at <= ${restoredAt} OR trail.actor_role = 'system')
      ) AS waiting
      JOIN mails_sent_before_restore AS sent ON sent.hash = waiting.hash AND waiting.number <= sent.copies
    ) AS known
    WHERE mails.id = known.id`.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}

export async function discardQueuedMails(ctx: Ctx): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable("mails")
    .set({
      state: "failed",
      dueAt: null,
      smtpDataStartedAt: null,
      lastError: "Not sent after a restore",
    })
    .where("dueAt", "is not", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function countQueuedMails(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("dueAt", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

export interface SentMail {
  id: string;
  hash: Buffer;
  sentAt: Date;
}

/** A send may be recorded slightly later. */
const CLOCK_TOLERANCE_MIN = 1;

export async function listMailsSentSince(db: Kysely<Tables>, moment: Date): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    SELECT id, ${mailHash} AS hash, coalesce(sent_at, smtp_data_started_at) AS sent_at FROM mails
    WHERE coalesce(sent_at, smtp_data_started_at) > ${addMinutes(moment, -CLOCK_TOLERANCE_MIN)}`.execute(db);
  return rows;
}

export async function recordSentMails(ctx: Ctx, mails: readonly SentMail[]): Promise<void> {
  if (mails.length === 0) return;
  const sent = await ctx.db
    .selectFrom("mails")
    .select("id")
    .where("state", "=", "sent")
    .where(sql<boolean>`id = any(${mails.map(({ id }) => id)}::uuid[])`)
    .execute();
  const alreadySent = new Set(sent.map(({ id }) => id));
  for (const { id, hash, sentAt } of mails) {
    if (alreadySent.has(id)) continue;
    await ctx.db
      .insertInto("mailsSentBeforeRestore")
      .values({ hash, sentAt, copies: 1 })
      .onConflict((conflict) =>
        conflict.column("hash").doUpdateSet({ copies: sql`mails_sent_before_restore.copies + 1` }),
      )
      .execute();
  }
}
