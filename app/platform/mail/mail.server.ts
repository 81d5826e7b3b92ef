import { randomUUID } from "node:crypto";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { isInMonthsSince } from "../events/trail.server";
import { dueIn } from "../jobs/queue.server";
import { currentLocale } from "../locale/locale";
import type { MailSection } from "../messaging/message";
import { addMinutes } from "../time";
import { currentTraceparent } from "../tracing/tracing.server";
import type { Attachment } from "./mail-transport.server";
import { isUndeliverable } from "./undeliverable.server";

const UNDELIVERABLE = "Not sent, because an earlier email to this address was refused";

/** Kinds of events that one email covers, with the time in which they are collected, in milliseconds. */
const DIGEST_DELAYS_MS = {
  visits: 3_000,
  completions: 20_000,
  invoices: 20_000,
  reminders: 3_000,
} as const;

export type DigestKind = keyof typeof DIGEST_DELAYS_MS;

/** Kind and language, because the sections of an email are in one language. */
function digestKey(digest: DigestKind): string {
  return `${digest} ${currentLocale()}`;
}

export interface NewMail {
  kind: string;
  /** Unique together with kind and recipient. */
  trailId: number | null;
  recipient: string;
  replyTo: string | null;
  senderName: string;
  subject: string;
  html: string;
  plain: string;
  attachments?: Attachment[];
  /** The content is erased once sent or failed. */
  secret?: boolean;
  /** The recipient is erased as well once sent or failed (`erase_final_mail`). */
  isFinal?: boolean;
  stopUrl?: string;
  /** Not sent after it, for example after an outage of the mail server. */
  usefulUntil?: Date;
  digest?: DigestKind;
  sections?: MailSection[];
}

/**
 * In the caller's transaction. Keeps an existing mail of the same entry, kind and recipient. An email to an
 * undeliverable address fails at once, except one whose recipient must be erased after the attempt.
 */
export async function queueMail(ctx: Ctx, mail: NewMail): Promise<void> {
  const isRefused = !mail.isFinal && (await isUndeliverable(ctx, mail.recipient));
  const { digest } = mail;
  await ctx.db
    .insertInto("mails")
    .values({
      id: randomUUID(),
      kind: mail.kind,
      trailId: mail.trailId,
      recipient: mail.recipient,
      replyTo: mail.replyTo,
      senderName: mail.senderName,
      subject: toSingleLine(mail.subject),
      html: isRefused && mail.secret ? "" : mail.html,
      plain: isRefused && mail.secret ? "" : mail.plain,
      attachments: JSON.stringify(mail.attachments ?? []),
      secret: mail.secret ?? false,
      isFinal: mail.isFinal ?? false,
      unsubscribeUrl: mail.stopUrl ?? null,
      usefulUntil: mail.usefulUntil ?? null,
      digest: digest ? digestKey(digest) : null,
      sections: mail.sections ? JSON.stringify(mail.sections) : null,
      ...(isRefused && { state: "failed", dueAt: null, lastError: UNDELIVERABLE }),
      ...(!isRefused && digest && { dueAt: dueIn(DIGEST_DELAYS_MS[digest]) }),
      traceparent: currentTraceparent(),
      createdAt: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(["trailId", "kind", "recipient"]).doNothing())
    .execute();
}

/**
 * Email of the digest in the current language that was not attempted yet. Events of one recipient wait for each
 * other.
 */
export async function findOpenDigest(
  ctx: Ctx,
  { recipient, digest }: { recipient: string; digest: DigestKind },
): Promise<{ id: string; sections: MailSection[]; attachments: Attachment[] } | null> {
  const key = `digest ${digestKey(digest)} ${recipient}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(ctx.db);
  const row = await ctx.db
    .selectFrom("mails")
    .select(["id", "sections", "attachments"])
    .where("recipient", "=", recipient)
    .where("digest", "=", digestKey(digest))
    .where("state", "=", "queued")
    .where("attempts", "=", 0)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ? { ...row, sections: row.sections ?? [] } : null;
}

/** The caller holds the lock of `findOpenDigest`. The email is useful as long as one of its sections. */
export async function addToDigest(
  ctx: Ctx,
  mailId: string,
  { trailId, subject, html, plain, attachments, sections, usefulUntil }: NewMail,
): Promise<void> {
  if (trailId !== null)
    await ctx.db
      .insertInto("mailEvents")
      .values({ mailId, trailId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await ctx.db
    .updateTable("mails")
    .set({
      subject: toSingleLine(subject),
      html,
      plain,
      attachments: JSON.stringify(attachments ?? []),
      sections: JSON.stringify(sections),
      usefulUntil: usefulUntil
        ? sql`CASE WHEN useful_until IS NOT NULL THEN greatest(useful_until, ${usefulUntil}) END`
        : null,
    })
    .where("id", "=", mailId)
    .execute();
}

/** Further events that the queued email covers. */
export async function recordMailEvents(
  ctx: Ctx,
  { trailId, kind, recipient }: Pick<NewMail, "kind" | "recipient"> & { trailId: number },
  others: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO mail_events (mail_id, trail_id)
    SELECT mails.id, other FROM mails, unnest(${others}::bigint[]) AS other
    WHERE trail_id = ${trailId} AND kind = ${kind} AND recipient = ${recipient}`.execute(ctx.db);
}

/** SQL: the email of the query covers a further event that meets the condition on `mail_events.trail_id`. */
export function coversEvent(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM mail_events WHERE mail_id = mails.id AND ${condition})`;
}

/**
 * Queues a failed mail again. Returns false if its content was erased. `adapt`: text with the links that were removed
 * when it failed. Calendar files are left out, because their content was removed as well.
 */
export async function requeueMail(
  ctx: Ctx,
  mailId: string,
  adapt: (mail: StoredMail) => Promise<Pick<NewMail, "html" | "plain">>,
): Promise<boolean> {
  const mail = await ctx.db
    .selectFrom("mails")
    .selectAll()
    .where("id", "=", mailId)
    .where("state", "=", "failed")
    .where("secret", "=", false)
    .where("isFinal", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) return false;
  await ctx.db
    .updateTable("mails")
    .set({
      ...(await adapt(mail)),
      attachments: JSON.stringify(
        mail.attachments.filter(({ contentType }) => contentType !== "text/calendar"),
      ),
      // The office has decided that the text is still of use.
      usefulUntil: null,
      ...{ state: "queued", attempts: 0, unansweredAttempts: 0, dueAt: sql`now()` },
    })
    .where("id", "=", mailId)
    .execute();
  return true;
}

export function isCopyable(
  mail: Pick<Selectable<Tables["mails"]>, "state" | "secret" | "isFinal" | "plain">,
): boolean {
  return mail.state === "sent" && !mail.secret && !mail.isFinal && mail.plain !== ERASED_MAIL.plain;
}

type StoredMail = Selectable<Tables["mails"]>;

/**
 * Does nothing if the content was erased. `adapt`: text of the copy. Calendar files are left out, because they would
 * set the visit to its former time.
 */
export async function copyMail(
  ctx: Ctx,
  mailId: string,
  trailId: number,
  adapt: (mail: StoredMail) => Promise<Pick<NewMail, "subject" | "html" | "plain" | "attachments">>,
): Promise<void> {
  const mail = await ctx.db.selectFrom("mails").selectAll().where("id", "=", mailId).executeTakeFirst();
  if (!mail || !isCopyable(mail)) return;
  const adapted = await adapt(mail);
  await queueMail(ctx, {
    kind: mail.kind,
    trailId,
    ...contentOf(mail),
    ...adapted,
    attachments: adapted.attachments?.filter(({ contentType }) => contentType !== "text/calendar"),
    stopUrl: mail.unsubscribeUrl ?? undefined,
  });
}

export function contentOf(mail: Selectable<Tables["mails"]>) {
  return {
    recipient: mail.recipient,
    replyTo: mail.replyTo,
    senderName: mail.senderName,
    subject: mail.subject,
    html: mail.html,
    plain: mail.plain,
    attachments: mail.attachments,
  };
}

/** Removes queued mails. Returns true if others were already sent or are being sent. */
export async function withdrawMails(
  ctx: Ctx,
  { trailId, kind }: { trailId: number; kind: string },
): Promise<boolean> {
  await ctx.db
    .deleteFrom("mails")
    .where("trailId", "=", trailId)
    .where("kind", "=", kind)
    .where("state", "=", "queued")
    .where("attempts", "=", 0)
    .execute();
  const left = await ctx.db
    .selectFrom("mails")
    .select("id")
    .where("trailId", "=", trailId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return left !== undefined;
}

/**
 * In the caller's transaction. Emails about a record that were not attempted yet go to a corrected address, without
 * calendar files, because these name the former one. Emails that cover other events as well stay. `to`: null for none.
 */
export async function redirectMails(
  ctx: Ctx,
  { subjectId, since, from, to }: { subjectId: string; since: Date; from: string; to: string | null },
  relink: (mail: Pick<NewMail, "html" | "plain">) => Pick<NewMail, "html" | "plain">,
): Promise<void> {
  const rows = await ctx.db
    .selectFrom("mails")
    .innerJoin("trail", "trail.id", "mails.trailId")
    .select(["mails.id", "html", "plain", "attachments"])
    .where("trail.subjectId", "=", subjectId)
    .where(isInMonthsSince("trail.id", since))
    .where("mails.recipient", "=", from)
    .where("mails.state", "=", "queued")
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom("mailEvents").select("mailId").whereRef("mailId", "=", "mails.id"))),
    )
    .forUpdate("mails")
    .execute();
  for (const { id, attachments, ...text } of rows) {
    if (to === null) {
      await ctx.db.deleteFrom("mails").where("id", "=", id).execute();
      continue;
    }
    const kept = attachments.filter(({ contentType }) => contentType !== "text/calendar");
    await ctx.db
      .updateTable("mails")
      .set({
        ...relink(text),
        recipient: to,
        attachments: JSON.stringify(kept),
        digest: null,
        sections: null,
      })
      .where("id", "=", id)
      .execute();
  }
}

function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Recipients stay unique by the id. */
export const ERASED_MAIL = {
  subject: "-",
  html: "",
  plain: "",
  attachments: "[]",
  replyTo: null,
  unsubscribeUrl: null,
  digest: null,
  sections: null,
};
export const erasedRecipient = sql<string>`'deleted-' || id || '@deleted.invalid'`;

/** One hour less than a day, because this runs hourly. */
const FINAL_MAIL_RETRY_HOURS = 23;

export async function failFinalMails(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable("mails")
    .set({ state: "failed", dueAt: null, smtpDataStartedAt: null })
    .where("isFinal", "=", true)
    .where("dueAt", "is not", null)
    .where("createdAt", "<", addMinutes(ctx.now, -FINAL_MAIL_RETRY_HOURS * 60))
    .execute();
}

export async function purgeMails(ctx: Ctx, retentionDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("mails")
    .where("createdAt", "<", addMinutes(ctx.now, -retentionDays * 24 * 60))
    .where("state", "in", ["sent", "failed"])
    .execute();
}
