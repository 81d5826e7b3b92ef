import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { Silent } from "~/platform/events/events";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { isCopyable, requeueMail } from "~/platform/mail/mail.server";
import { relinkMail } from "./send-again.server";

/**
 * Retries a failed email, for example after a mail server outage. Its links were removed when it failed, so it gets
 * current ones.
 */
export const retryMail = command(
  "mails.retry",
  async function retryMail(ctx, mailId: string, config: Config) {
    const isRequeued = await requeueMail(ctx, mailId, (mail) => relinkMail(ctx, config, mail));
    return isRequeued ? { ok: true } : refuse("not-failed");
  },
);

/** Emails to the address are sent again, such as after the mailbox was repaired. */
export const allowAddress = command("mails.retry", async function allowAddress(ctx, id: string) {
  const { numDeletedRows } = await ctx.db
    .deleteFrom("undeliverableAddresses")
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return refuse("not-found");
  await emit(ctx, "mail.address-allowed", id, {});
  return { ok: true as const };
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
    "mail.address-allowed": Silent<object>;
  }
}
