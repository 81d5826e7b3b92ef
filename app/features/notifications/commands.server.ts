import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { requeueMail } from "~/platform/mail/mail.server";

/** Tries a failed mail again, as when the mail server's trouble was mended. */
export const retryMail = command("mails.retry", async (ctx, mailId: string) =>
  (await requeueMail(ctx, mailId)) ? { ok: true } : refuse("not-failed"),
);
