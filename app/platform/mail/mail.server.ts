import { randomUUID } from "node:crypto";
import { type Generated, type JSONColumnType, type Selectable, sql } from "kysely";
import type { Ctx } from "../context";
import { addMinutes } from "../time";
import type { Attachment } from "./mail-transport.server";

interface MailRow {
  id: string;
  kind: string;
  trail_id: number | null;
  recipient: string;
  reply_to: string | null;
  sender_name: string;
  subject: string;
  html: string;
  plain: string;
  attachments: JSONColumnType<Attachment[]>;
  state: Generated<"queued" | "sending" | "sent" | "failed">;
  due_at: Generated<Date | null>;
  attempts: Generated<number>;
  handed_over_at: Date | null;
  unanswered: Generated<number>;
  last_error: string | null;
  secret: Generated<boolean>;
  parting: Generated<boolean>;
  stop_url: Generated<string | null>;
  created_at: Date;
  sent_at: Date | null;
}

/** Whose file has to go; the database adds it when a mail is deleted or emptied. */
interface ForgottenMailRow {
  mail_id: string;
  at: Generated<Date>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    mails: MailRow;
    forgotten_mails: ForgottenMailRow;
  }
}

export interface NewMail {
  /** Which mail it is, such as `booking-received`. */
  kind: string;
  /** The entry of the trail that it tells of; with kind and recipient it names the mail, which exists once. */
  trailId: number | null;
  recipient: string;
  replyTo: string | null;
  senderName: string;
  subject: string;
  html: string;
  plain: string;
  attachments?: Attachment[];
  /** It carries a link that only its reader may have: its text is forgotten once it is sent or given up. */
  secret?: boolean;
  /**
   * The last one to somebody of whom nothing is kept: once it was handed over or given up, the database forgets its
   * recipient, too (`erase_final_mail`).
   */
  parting?: boolean;
  /** Of a mail that comes regularly: where its reader ends it. */
  stopUrl?: string;
}

/**
 * Queues a mail in the caller's transaction: it goes out exactly when that commits, sent by the worker. What was
 * queued before for the same entry of the trail, kind and recipient is left as it is.
 */
export async function queueMail(ctx: Ctx, mail: NewMail): Promise<void> {
  await ctx.db
    .insertInto("mails")
    .values({
      id: randomUUID(),
      kind: mail.kind,
      trail_id: mail.trailId,
      recipient: mail.recipient,
      reply_to: mail.replyTo,
      sender_name: mail.senderName,
      subject: oneLine(mail.subject),
      html: mail.html,
      plain: mail.plain,
      attachments: JSON.stringify(mail.attachments ?? []),
      secret: mail.secret ?? false,
      parting: mail.parting ?? false,
      stop_url: mail.stopUrl ?? null,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(["trail_id", "kind", "recipient"]).doNothing())
    .execute();
}

/**
 * Queues a failed mail again, in the caller's transaction. False when there is none that failed, or nothing of it is left
 * to send.
 */
export async function requeueMail(ctx: Ctx, mailId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable("mails")
    .set({ state: "queued", attempts: 0, unanswered: 0, due_at: sql`now()` })
    .where("id", "=", mailId)
    .where("state", "=", "failed")
    .where("secret", "=", false)
    .where("parting", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** A mail that went out and of which everything is left: it carried no link that only its reader may have. */
export function canBeCopied(
  mail: Pick<Selectable<MailRow>, "state" | "secret" | "parting" | "plain">,
): boolean {
  return mail.state === "sent" && !mail.secret && !mail.parting && mail.plain !== ERASED_MAIL.plain;
}

/**
 * Queues a mail that went out once more, in the caller's transaction: under an id of its own, so that the first stays as it was. Nothing
 * happens where it can no longer be copied.
 */
export async function copyMail(ctx: Ctx, mailId: string, trailId: number): Promise<void> {
  const mail = await ctx.db.selectFrom("mails").selectAll().where("id", "=", mailId).executeTakeFirst();
  if (!mail || !canBeCopied(mail)) return;
  await queueMail(ctx, {
    kind: mail.kind,
    trailId,
    ...contentOf(mail),
    stopUrl: mail.stop_url ?? undefined,
  });
}

/** What a mail says, from whom and to whom. */
export function contentOf(mail: Selectable<MailRow>) {
  return {
    recipient: mail.recipient,
    replyTo: mail.reply_to,
    senderName: mail.sender_name,
    subject: mail.subject,
    html: mail.html,
    plain: mail.plain,
    attachments: mail.attachments,
  };
}

/**
 * Takes back, in the caller's transaction, the mails of one kind about an entry of the trail that nobody has begun to send.
 * True when there were others, which have reached somebody or may have.
 */
export async function withdrawMails(
  ctx: Ctx,
  { trailId, kind }: { trailId: number; kind: string },
): Promise<boolean> {
  await ctx.db
    .deleteFrom("mails")
    .where("trail_id", "=", trailId)
    .where("kind", "=", kind)
    .where("state", "=", "queued")
    .where("attempts", "=", 0)
    .execute();
  const left = await ctx.db
    .selectFrom("mails")
    .select("id")
    .where("trail_id", "=", trailId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return left !== undefined;
}

/** A subject has no second line: whatever stood there would become a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** What is left of a mail whose reader is forgotten. The address is made of its id: no two mails may be named alike. */
export const ERASED_MAIL = {
  subject: "-",
  html: "",
  plain: "",
  attachments: "[]",
  reply_to: null,
  stop_url: null,
};
export const erasedRecipient = sql<string>`'deleted-' || id || '@deleted.invalid'`;

/** With an hour to the next look, no longer than a day. */
const PARTING_TRIED_HOURS = 23;

/** Gives up the last mails to people who are forgotten where no server took them within a day. */
export async function giveUpPartingMails(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable("mails")
    .set({ state: "failed", due_at: null, handed_over_at: null })
    .where("parting", "=", true)
    .where("due_at", "is not", null)
    .where("created_at", "<", addMinutes(ctx.now, -PARTING_TRIED_HOURS * 60))
    .execute();
}

/** Removes mails of long ago. */
export async function purgeMails(ctx: Ctx, keptDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("mails")
    .where("created_at", "<", addMinutes(ctx.now, -keptDays * 24 * 60))
    .where("state", "in", ["sent", "failed"])
    .execute();
}
