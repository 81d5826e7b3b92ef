import { m } from "~/paraglide/messages";
import { describeRoutes, newApi, readJson } from "~/platform/api.server";
import { offerCaptcha } from "~/platform/captcha.server";
import { ApiError } from "~/platform/errors";
import { forgiveAttempts } from "~/platform/rate-limit.server";
import { resetPassword } from "../commands/change-password.server";
import { askForMail, signUp } from "../commands/sign-up.server";
import { mailedToSchema, resetPasswordSchema, signUpSchema } from "../schema";
import { limitMails, requireCaptcha, signInLimit } from "./limits.server";

/**
 * Making an account and getting back into one. Whatever mails somebody answers the same, after the same work, whether
 * the email has an account or not; what differs is in the mail.
 */
export const signUpApi = newApi();
describeRoutes(signUpApi, {
  "get /captcha": "The puzzle to solve before sign-up, where one is asked for",
});

/** What the forms below need to get a `captchaToken`. */
signUpApi.get("/captcha", async (c) => {
  c.header("Cache-Control", "no-store");
  return c.json(await offerCaptcha(c.get("ctx"), c.get("config")));
});

signUpApi.post("/auth/sign-up/email", async (c) => {
  const { captchaToken, ...person } = await readJson(c, signUpSchema);
  await requireCaptcha(c, captchaToken);
  await limitMails(c, person.email);
  await signUp(c.get("ctx"), person);
  return c.json({ success: true });
});

/** The mail that confirms an email, once more. */
signUpApi.post("/auth/send-verification-email", async (c) => {
  const { email, captchaToken } = await readJson(c, mailedToSchema);
  await requireCaptcha(c, captchaToken);
  await limitMails(c, email);
  await askForMail(c.get("ctx"), "account.confirmation-asked", email);
  return c.json({ success: true });
});

signUpApi.post("/auth/request-password-reset", async (c) => {
  const { email, captchaToken } = await readJson(c, mailedToSchema);
  await requireCaptcha(c, captchaToken);
  await limitMails(c, email);
  await askForMail(c.get("ctx"), "account.reset-asked", email);
  return c.json({ success: true });
});

signUpApi.post("/auth/reset-password", async (c) => {
  const { link, password } = await readJson(c, resetPasswordSchema);
  const ctx = c.get("ctx");
  const result = await resetPassword(ctx, c.get("personalData"), c.get("config"), { token: link, password });
  if (!result.ok) throw new ApiError(409, result.reason, m.account_link_spent());
  // Whoever reads the account's mail is not kept out by others' guesses at the old password.
  await forgiveAttempts(ctx, signInLimit(result.email).key);
  return c.json({ success: true });
});
