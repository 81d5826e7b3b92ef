import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { readCursor, writeCursor } from "~/platform/cursor.server";
import { isOffice } from "../bookings/policy";
import type { MailList, MailRow } from "./views";

export interface MailFilter {
  state?: MailRow["state"];
  /** Only mails about this record. */
  subjectId?: string;
  /** From the `nextCursor` of the page before. */
  cursor?: string;
  limit: number;
}

/** What went out or is to go out, newest first; null for anybody but the office. */
export async function listMails(ctx: Ctx, filter: MailFilter): Promise<MailList | null> {
  if (!isOffice(ctx.actor)) return null;
  const after = readCursor(filter.cursor);
  let query = ctx.db
    .selectFrom("mails")
    .leftJoin("events", "events.id", "mails.event_id")
    .select(["mails.id", "mails.kind", "recipient", "subject", "state", "attempts", "last_error"])
    .select(["mails.created_at", "mails.sent_at", "events.subject_id"])
    .orderBy("mails.created_at", "desc")
    .orderBy("mails.id", "desc")
    .limit(filter.limit + 1);
  if (filter.state) query = query.where("state", "=", filter.state);
  if (filter.subjectId) query = query.where("events.subject_id", "=", filter.subjectId);
  if (after) {
    query = query.where(
      sql<boolean>`(mails.created_at, mails.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    mails: page.map((row) => ({
      id: row.id,
      kind: row.kind,
      recipient: row.recipient,
      subject: row.subject,
      state: row.state,
      attempts: row.attempts,
      lastError: row.last_error,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      subjectId: row.subject_id,
    })),
    nextCursor: rows.length > filter.limit && last ? writeCursor(last.created_at, last.id) : null,
  };
}
