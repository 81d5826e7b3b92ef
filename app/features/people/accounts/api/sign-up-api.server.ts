import * as z from "zod/mini";
import type { CaptchaChallenge } from "~/platform/auth/captcha";
import { createCaptchaChallenge } from "~/platform/auth/captcha.server";
import { prolongSignInCode } from "~/platform/auth/sign-in-code.server";
import type { Ctx } from "~/platform/context";
import { type Call, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import type { Refusal } from "~/platform/http/refusal";
import { refuseUndeliverable } from "~/platform/mail/undeliverable.server";
import { resetPassword } from "../commands/change-password.server";
import { type RequestedEmail, requestAccountEmail, signUp } from "../commands/sign-up.server";
import { findAccount } from "../current-user.server";
import { ownerOfLink } from "../links.server";
import { mailedToSchema, resetPasswordSchema, signUpSchema } from "../schema";
import { hashNewPassword } from "../sign-in/passwords.server";
import { knownDevice, rememberDevice } from "./known-device.server";
import { limitMails, requireCaptcha } from "./limits.server";

const may = "website.use";
/** Configuration of the captcha widget. */
const captchaOffer = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("off") }),
  z.object({
    provider: z.literal("altcha"),
    challenge: z.custom<Extract<CaptchaChallenge, { provider: "altcha" }>["challenge"]>(),
  }),
  z.object({ provider: z.literal("turnstile"), siteKey: z.string(), scriptUrl: z.string() }),
]);

/**
 * Sign-up and account recovery. Answers and work are identical whether the email has an account or not; only
 * the email differs.
 */
export const signUpApi = endpoints("account", [
  get("/captcha", {
    may,
    summary: "Proof-of-work challenge before sign-up, if required; its solution is the `captchaToken`",
    answer: captchaOffer,
    private: true,
    run: (ctx, _, call) => createCaptchaChallenge(ctx, call.get("config")),
  }),
  post("/auth/sign-up/email", {
    operationId: "signUp",
    may,
    summary: "Sign up; the account is active once its email is confirmed",
    body: signUpSchema,
    answer: okResponse,
    async run(ctx, { captchaToken, name, email, password }, call) {
      await requireCaptcha(call, captchaToken);
      const deliverable = await refuseUndeliverable(ctx, email);
      if (!deliverable.ok) return deliverable;
      const hash = await hashNewPassword(ctx, password, { email, name });
      await limitMails(call, email);
      return signUp(ctx, { name, email, hash });
    },
    refuses: ["email-undeliverable"],
    reply: respondOk,
  }),
  post("/auth/send-verification-email", {
    may,
    summary: "Email the confirmation link again",
    body: mailedToSchema,
    answer: okResponse,
    run: (ctx, input, call) => mailTo(ctx, call, input, "account.confirmation-requested"),
    refuses: ["email-undeliverable"],
    reply: respondOk,
  }),
  post("/auth/request-password-reset", {
    may,
    summary: "Email a password reset link",
    body: mailedToSchema,
    answer: okResponse,
    run: (ctx, input, call) => mailTo(ctx, call, input, "account.reset-requested"),
    refuses: ["email-undeliverable"],
    reply: respondOk,
  }),
  post("/auth/send-sign-in-code", {
    may,
    summary: "Email a sign-in code; valid once, for ten minutes after the latest request",
    body: mailedToSchema,
    answer: okResponse,
    run: (ctx, input, call) =>
      mailTo(ctx, call, input, "account.code-requested", async () => {
        // Done for any email, so that the response time is the same.
        if (await prolongSignInCode(ctx, call.get("config"), input.email)) return;
        await call.get("auth").api.createVerificationOTP({ body: { email: input.email, type: "sign-in" } });
      }),
    refuses: ["email-undeliverable"],
    reply: respondOk,
  }),
  post("/auth/reset-password", {
    may,
    summary: "Set a new password with the emailed link; ends all sessions",
    body: resetPasswordSchema,
    answer: okResponse,
    async run(ctx, { link, password }, call) {
      const config = call.get("config");
      const hash = await hashNewPassword(ctx, password, await ownerOfLink(ctx, config, link));
      const result = await resetPassword(ctx, call.get("personalData"), config, { token: link, hash });
      // Reading the account's email proves ownership, so others' guesses must not lock this browser out.
      if (result.ok) rememberDevice(call, result.userId);
      return result;
    },
    refuses: ["link-used"],
    reply: respondOk,
  }),
]);

/** Requests an email after the captcha, within the mailbox quota; earlier links stay valid. */
async function mailTo(
  ctx: Ctx,
  call: Call,
  { email, captchaToken }: z.output<typeof mailedToSchema>,
  emailKind: RequestedEmail,
  prepare = async () => {},
): Promise<{ ok: true } | Refusal<"email-undeliverable">> {
  await requireCaptcha(call, captchaToken);
  const deliverable = await refuseUndeliverable(ctx, email);
  if (!deliverable.ok) return deliverable;
  const account = await findAccount(ctx, email);
  await limitMails(call, email, knownDevice(call, account?.id));
  await prepare();
  await requestAccountEmail(ctx, emailKind, email);
  return { ok: true };
}
