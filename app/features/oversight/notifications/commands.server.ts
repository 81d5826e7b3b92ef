import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { isCopyable, requeueMail } from "~/platform/mail/mail.server";

/** Retries a failed email, for example after a mail server outage. */
export const retryMail = command("mails.retry", async function retryMail(ctx, mailId: string) {
  return (await requeueMail(ctx, mailId)) ? { ok: true } : refuse("not-failed");
});

export const sendMailAgain = command("mails.retry", async function sendMailAgain(ctx, mailId: string) {
  const mail = await ctx.db
    .selectFrom("mails")
    .leftJoin("trail", "trail.id", "mails.trailId")
    .select(["state", "secret", "isFinal", "plain", "subjectType", "subjectId"])
    .where("mails.id", "=", mailId)
    .executeTakeFirst();
  if (!mail || !isCopyable(mail)) return refuse("not-sent");
  const { subjectId: about, subjectType: kind } = mail;
  const subjectType = about === null ? undefined : (kind ?? undefined);
  await emit(ctx, "mail.resent", about ?? mailId, { mailId }, { subjectType });
  return { ok: true };
});

declare module "~/platform/events/events" {
  interface Events {
    /** The subject is the original email's subject record, otherwise the email itself. */
    "mail.resent": { mailId: string };
  }
}
