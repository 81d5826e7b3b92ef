import * as z from "zod/mini";
import type { CaptchaChallenge } from "~/platform/auth/captcha";
import { createCaptchaChallenge } from "~/platform/auth/captcha.server";
import type { Ctx } from "~/platform/context";
import { type Call, okResponse, endpoints, get, post, respondOk } from "~/platform/http/endpoint.server";
import { resetPassword } from "../commands/change-password.server";
import { askForMail, type MailAsked, signUp } from "../commands/sign-up.server";
import { ownerOfLink } from "../links.server";
import { findAccount } from "../people.server";
import { mailedToSchema, resetPasswordSchema, signUpSchema } from "../schema";
import { hashChosen } from "../sign-in/passwords.server";
import { knownDevice, rememberDevice } from "./known-device.server";
import { limitMails, requireCaptcha } from "./limits.server";

const may = "website.use";
/** What a page needs to get a token from whoever checks it. */
const captchaOffer = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("off") }),
  z.object({
    provider: z.literal("altcha"),
    challenge: z.custom<Extract<CaptchaChallenge, { provider: "altcha" }>["challenge"]>(),
  }),
  z.object({ provider: z.literal("turnstile"), siteKey: z.string(), scriptUrl: z.string() }),
]);

/**
 * Making an account and getting back into one. Whatever mails somebody answers the same, after the same work, whether
 * the email has an account or not; what differs is in the mail.
 */
export const signUpApi = endpoints("account", [
  get("/captcha", {
    may,
    summary:
      "The puzzle to solve before sign-up, where one is asked for: what it comes to is the `captchaToken`",
    answer: captchaOffer,
    private: true,
    run: (ctx, _, call) => createCaptchaChallenge(ctx, call.get("config")),
  }),
  post("/auth/sign-up/email", {
    may,
    summary: "Make an account; it waits for its email to be confirmed",
    body: signUpSchema,
    answer: okResponse,
    async run(ctx, { captchaToken, name, email, password }, call) {
      await requireCaptcha(call, captchaToken);
      const hash = await hashChosen(ctx, password, { email, name });
      // Who asks learns nothing: what the mailbox has had enough of says what there is to do.
      if (!(await limitMails(call, email)).ok) return { ok: true as const };
      return signUp(ctx, { name, email, hash });
    },
    reply: respondOk,
  }),
  post("/auth/send-verification-email", {
    may,
    summary: "Mail the link that confirms an email once more",
    body: mailedToSchema,
    answer: okResponse,
    run: (ctx, asked, call) => mailTo(ctx, call, asked, "account.confirmation-asked"),
    reply: respondOk,
  }),
  post("/auth/request-password-reset", {
    may,
    summary: "Mail the link by which a new password is chosen",
    body: mailedToSchema,
    answer: okResponse,
    run: (ctx, asked, call) => mailTo(ctx, call, asked, "account.reset-asked"),
    reply: respondOk,
  }),
  post("/auth/send-sign-in-code", {
    may,
    summary: "Mail a code that signs in once, within ten minutes",
    body: mailedToSchema,
    answer: okResponse,
    run: (ctx, asked, call) =>
      mailTo(ctx, call, asked, "account.code-asked", async () => {
        // For any email, so that it takes as long. The code before it works no more.
        await call.get("auth").api.createVerificationOTP({ body: { email: asked.email, type: "sign-in" } });
      }),
    reply: respondOk,
  }),
  post("/auth/reset-password", {
    may,
    summary: "Choose a new password by the mailed link; everybody is signed out",
    body: resetPasswordSchema,
    answer: okResponse,
    async run(ctx, { link, password }, call) {
      const config = call.get("config");
      const hash = await hashChosen(ctx, password, await ownerOfLink(ctx, config, link));
      const result = await resetPassword(ctx, call.get("personalData"), config, { token: link, hash });
      // Whoever reads the account's mail is not kept out by others' guesses at the old password.
      if (result.ok) rememberDevice(call, result.userId);
      return result;
    },
    refuses: ["link-spent"],
    reply: respondOk,
  }),
]);

/** Has it mailed to whoever passes the captcha, if the mailbox has room for it: the links of the mails before it work as well. */
async function mailTo(
  ctx: Ctx,
  call: Call,
  { email, captchaToken }: z.output<typeof mailedToSchema>,
  what: MailAsked,
  prepare = async () => {},
): Promise<{ ok: true }> {
  await requireCaptcha(call, captchaToken);
  const account = await findAccount(ctx, email);
  const { ok: mayMail } = await limitMails(call, email, knownDevice(call, account?.id));
  if (mayMail) {
    await prepare();
    await askForMail(ctx, what, email);
  }
  return { ok: true };
}
