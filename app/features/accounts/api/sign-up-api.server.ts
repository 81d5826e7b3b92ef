import * as z from "zod/mini";
import type { CaptchaOffer } from "~/platform/captcha";
import { offerCaptcha } from "~/platform/captcha.server";
import { done, endpoints, get, post, sayDone } from "~/platform/http/endpoint.server";
import { forgiveAttempts } from "~/platform/rate-limit.server";
import { resetPassword } from "../commands/change-password.server";
import { askForMail, signUp } from "../commands/sign-up.server";
import { hashChosen } from "../passwords.server";
import { mailedToSchema, resetPasswordSchema, signUpSchema } from "../schema";
import { limitMails, requireCaptcha, signInLimit } from "./limits.server";

const may = "website.use";
/** What a page needs to get a token from whoever checks it. */
const captchaOffer = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("off") }),
  z.object({
    provider: z.literal("altcha"),
    challenge: z.custom<Extract<CaptchaOffer, { provider: "altcha" }>["challenge"]>(),
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
    run: (ctx, _, call) => offerCaptcha(ctx, call.get("config")),
  }),
  post("/auth/sign-up/email", {
    may,
    summary: "Make an account; it waits for its email to be confirmed",
    body: signUpSchema,
    answer: done,
    async run(ctx, { captchaToken, name, email, password }, call) {
      await requireCaptcha(call, captchaToken);
      await limitMails(call, email);
      return signUp(ctx, { name, email, hash: await hashChosen(password, { email }) });
    },
    reply: sayDone,
  }),
  post("/auth/send-verification-email", {
    may,
    summary: "Mail the link that confirms an email once more",
    body: mailedToSchema,
    answer: done,
    async run(ctx, { email, captchaToken }, call) {
      await requireCaptcha(call, captchaToken);
      await limitMails(call, email);
      return askForMail(ctx, "account.confirmation-asked", email);
    },
    reply: sayDone,
  }),
  post("/auth/request-password-reset", {
    may,
    summary: "Mail the link by which a new password is chosen",
    body: mailedToSchema,
    answer: done,
    async run(ctx, { email, captchaToken }, call) {
      await requireCaptcha(call, captchaToken);
      await limitMails(call, email);
      return askForMail(ctx, "account.reset-asked", email);
    },
    reply: sayDone,
  }),
  post("/auth/reset-password", {
    may,
    summary: "Choose a new password by the mailed link; everybody is signed out",
    body: resetPasswordSchema,
    answer: done,
    async run(ctx, { link, password }, call) {
      const hash = await hashChosen(password, { email: "" });
      const result = await resetPassword(ctx, call.get("personalData"), call.get("config"), {
        token: link,
        hash,
      });
      // Whoever reads the account's mail is not kept out by others' guesses at the old password.
      if (result.ok) await forgiveAttempts(ctx, signInLimit(result.email).key);
      return result;
    },
    refuses: ["link-spent"],
    reply: sayDone,
  }),
]);
