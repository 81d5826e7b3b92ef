import type { Context } from "hono";
import { m } from "~/paraglide/messages";
import { type ApiEnv, newApi, readJson } from "~/platform/api.server";
import { COOKIE_PREFIX } from "~/platform/auth.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import { forgiveAttempts } from "~/platform/rate-limit.server";
import { recordSecurityEvent } from "~/platform/security-events.server";
import { CAPTCHA_AFTER_FAILURES } from "../account";
import { confirmEmail } from "../commands/confirm-email.server";
import { joinGuestRecords } from "../join-guest-records.server";
import { codeSchema, signInSchema } from "../schema";
import { type AuthRefusal, askBetterAuth } from "./better-auth.server";
import { attemptsSoFar, limitAttempts, requireCaptcha, signInLimit } from "./limits.server";

/**
 * Signing in and out. Of better-auth only what is named here and in two-factor-api.server.ts can be reached from outside;
 * it answers in the product's words, and never with the session's token, which no script is to have.
 */
export const signInApi = newApi();

/** Who is signed in. `role` decides what a page offers; what is allowed is decided by every call again. */
signInApi.get("/session", (c) => {
  const { actor } = c.get("ctx");
  c.header("Cache-Control", "no-store");
  if (!("userId" in actor)) return c.json({ user: null });
  const { userId: id, name, email, role } = actor;
  const mustSetUp = actor.withoutSecondFactor ? { mustSetUpTwoFactor: true } : {};
  return c.json({ user: { id, name, email, role, ...mustSetUp } });
});

/** Answers `{ success, secondFactor? }`: with `secondFactor` nobody is signed in until a code has followed. */
signInApi.post("/auth/sign-in/email", async (c) => {
  const ctx = c.get("ctx");
  const { email, password, link, captchaToken } = await readJson(c, signInSchema);
  const limit = signInLimit(email);
  if ((await attemptsSoFar(ctx, limit)) >= CAPTCHA_AFTER_FAILURES) await requireCaptcha(c, captchaToken);
  const account = await findAccount(ctx, email);
  await limitAttempts(c, limit, {
    message: "Too many attempts to sign in to one account",
    userId: account?.id ?? null,
  });

  let answer = await askBetterAuth(c, { email, password });
  let code = await refusalOf(answer);
  // Said only after the right password: with the link from the mail, that confirms the account.
  if (code === "EMAIL_NOT_VERIFIED" && link) {
    const confirmed = await confirmEmail(ctx, c.get("personalData"), c.get("config"), { token: link, email });
    if (!confirmed.ok) throw new ApiError(401, confirmed.reason, m.account_link_spent());
    answer = await askBetterAuth(c, { email, password });
    code = await refusalOf(answer);
  }
  if (code === null) {
    await forgiveAttempts(ctx, limit.key);
    // What was asked for with this email while signed out.
    if (account) await joinGuestRecords(ctx, c.get("personalData"), { userId: account.id, email });
    const { twoFactorRedirect } = (await answer.json()) as { twoFactorRedirect?: boolean };
    return c.json({ success: true, ...(twoFactorRedirect ? { secondFactor: true } : {}) });
  }
  await recordSecurityEvent(ctx, {
    type: "auth_failure",
    message: `Sign-in refused: ${code}`,
    userId: account?.id ?? null,
    userAgent: c.req.header("user-agent"),
  });
  if (code === "EMAIL_NOT_VERIFIED") {
    throw new ApiError(401, "email-not-confirmed", m.account_email_not_verified());
  }
  throw new ApiError(
    401,
    "sign-in-refused",
    code === "BANNED_USER" ? m.account_banned() : m.account_sign_in_wrong(),
  );
});

signInApi.post("/auth/sign-out", async (c) => {
  const answer = await askBetterAuth(c, {});
  if (!answer.ok) throw new Error(`Sign-out was answered with ${answer.status}`);
  return c.json({ success: true });
});

/** The second step of a sign-in: a code of the authenticator app. */
signInApi.post("/auth/two-factor/verify-totp", verifySecondFactor);
/** Or one of the codes kept for the day the phone is lost. */
signInApi.post("/auth/two-factor/verify-backup-code", verifySecondFactor);

async function verifySecondFactor(c: Context<ApiEnv>) {
  const ctx = c.get("ctx");
  const { code } = await readJson(c, codeSchema);
  // better-auth would take the code for that of the session, not for the one that is awaited.
  if ("userId" in ctx.actor) throw new ApiError(409, "signed-in", m.account_signed_in_already());
  const answer = await askBetterAuth(c, { code });
  const refusal = await refusalOf(answer);
  if (refusal === null) return c.json({ success: true });
  await recordSecurityEvent(ctx, {
    type: "auth_failure",
    message: `Second factor refused: ${refusal}`,
    userId: await pendingUserId(c),
    userAgent: c.req.header("user-agent"),
  });
  if (refusal === "INVALID_TWO_FACTOR_COOKIE" || refusal === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE") {
    throw new ApiError(401, "sign-in-again", m.account_code_too_late());
  }
  throw new ApiError(401, "code-wrong", m.account_code_wrong());
}

/** Whose second step it is, for the security event only: better-auth itself checks the cookie's signature. */
async function pendingUserId(c: Context<ApiEnv>): Promise<string | null> {
  const cookie = new RegExp(`${COOKIE_PREFIX}\\.two_factor=([^;]+)`).exec(c.req.header("cookie") ?? "")?.[1];
  if (!cookie) return null;
  const identifier = decodeURIComponent(cookie).split(".")[0] ?? "";
  const row = await c
    .get("ctx")
    .db.selectFrom("verifications")
    .select("value")
    .where("identifier", "=", identifier)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Why better-auth refused; null when it did not. */
async function refusalOf(answer: Response): Promise<string | null> {
  if (answer.ok) return null;
  const { code } = (await answer.clone().json()) as AuthRefusal;
  return code ?? String(answer.status);
}

/** An account by its email, for limits and security events. */
function findAccount(ctx: Ctx, email: string): Promise<{ id: string } | undefined> {
  return ctx.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
}
