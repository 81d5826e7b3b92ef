import { query } from "~/platform/auth/command.server";
import { keyset, type PageWish, readPage } from "~/platform/keyset.server";
import type { MailList, MailRow } from "./views";

export interface MailFilter extends PageWish {
  state?: MailRow["state"];
  /** Only mails about this record. */
  subjectId?: string;
}

const newestFirst = keyset("desc", ["instant", "mails.created_at"], ["id", "mails.id"]);

/** What went out or is to go out, newest first. */
export const listMails = query("mails.read", async (ctx, filter: MailFilter): Promise<MailList> => {
  let wanted = ctx.db
    .selectFrom("mails")
    .leftJoin("trail", "trail.id", "mails.trail_id")
    .select(["mails.id", "mails.kind", "recipient", "subject", "state", "attempts", "last_error"])
    .select(["mails.created_at", "mails.sent_at", "trail.subject_id"]);
  if (filter.state) wanted = wanted.where("state", "=", filter.state);
  if (filter.subjectId) wanted = wanted.where("trail.subject_id", "=", filter.subjectId);
  const { rows, nextCursor } = await readPage(wanted, newestFirst, filter);
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
});
