import type { Ctx } from "~/platform/context";
import { keyset, type PageWish, readPage } from "~/platform/keyset.server";
import { isOffice } from "../bookings/policy";
import type { MailList, MailRow } from "./views";

export interface MailFilter extends PageWish {
  state?: MailRow["state"];
  /** Only mails about this record. */
  subjectId?: string;
}

const newestFirst = keyset("desc", ["instant", "mails.created_at"], ["id", "mails.id"]);

/** What went out or is to go out, newest first; null for anybody but the office. */
export async function listMails(ctx: Ctx, filter: MailFilter): Promise<MailList | null> {
  if (!isOffice(ctx.actor)) return null;
  let query = ctx.db
    .selectFrom("mails")
    .leftJoin("trail", "trail.id", "mails.trail_id")
    .select(["mails.id", "mails.kind", "recipient", "subject", "state", "attempts", "last_error"])
    .select(["mails.created_at", "mails.sent_at", "trail.subject_id"]);
  if (filter.state) query = query.where("state", "=", filter.state);
  if (filter.subjectId) query = query.where("trail.subject_id", "=", filter.subjectId);
  const { rows, nextCursor } = await readPage(query, newestFirst, filter);
  return {
    mails: rows.map((row) => ({
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
    nextCursor,
  };
}
