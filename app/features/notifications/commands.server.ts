import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { isCopyable, requeueMail } from "~/platform/mail/mail.server";

/** Tries a failed mail again, as when the mail server's trouble was mended. */
export const retryMail = command("mails.retry", async (ctx, mailId: string) =>
  (await requeueMail(ctx, mailId)) ? { ok: true } : refuse("not-failed"),
);

/** Sends a mail that went out and never arrived once more: a copy, about the same record. */
export const sendMailAgain = command("mails.retry", async (ctx, mailId: string) => {
  const mail = await ctx.db
    .selectFrom("mails")
    .leftJoin("trail", "trail.id", "mails.trail_id")
    .select(["state", "secret", "parting", "plain", "subject_type", "subject_id"])
    .where("mails.id", "=", mailId)
    .executeTakeFirst();
  if (!mail || !isCopyable(mail)) return refuse("not-sent");
  const { subject_id: about, subject_type: kind } = mail;
  const subjectType = about === null ? undefined : (kind ?? undefined);
  await emit(ctx, "mail.sent-again", about ?? mailId, { mailId }, { subjectType });
  return { ok: true };
});

declare module "~/platform/events/events" {
  interface Events {
    /** Somebody asked for a copy of a mail that went out. The subject is what the mail is about; the mail, where it is about nothing. */
    "mail.sent-again": { mailId: string };
  }
}
