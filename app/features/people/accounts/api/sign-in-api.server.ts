import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { officeRoles } from "~/platform/auth/actor";
import { COOKIE_PREFIX } from "~/platform/auth/auth.server";
import { findSignInCode, SIGN_IN_CODE } from "~/platform/auth/sign-in-code.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import type { ApiEnv } from "~/platform/http/api.server";
import { type Call, endpoints, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { resetAttempts, takeAttempt } from "~/platform/http/limits/rate-limit.server";
import type { Refusal } from "~/platform/http/refusal";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { isUndeliverable } from "~/platform/mail/undeliverable.server";
import { CAPTCHA_AFTER_FAILURES } from "../account";
import { confirmEmail } from "../commands/confirm-email.server";
import { findAccount } from "../current-user.server";
import { linkGuestRecords } from "../link-guest-records.server";
import { codeSchema, signInCodeSchema, signInSchema } from "../schema";
import { type AuthRefusal, callBetterAuth } from "./better-auth.server";
import { knownDevice, rememberDevice } from "./known-device.server";
import { attemptsSoFar, limitAttempts, requireCaptcha, signInLimits } from "./limits.server";
import { requireUnusedCode } from "./single-use-code.server";

const may = "website.use";

const signedInAnswer = z.object({ success: z.literal(true), secondFactor: z.optional(z.literal(true)) });

function signInResponse(_ctx: Ctx, _input: unknown, { secondFactor }: { secondFactor: boolean }) {
  return { success: true as const, ...(secondFactor && { secondFactor: true as const }) };
}

/**
 * Sign-in and sign-out. Only these calls and those of two-factor-api.server.ts reach better-auth; answers use
 * our texts and never contain the session token.
 */
export const signInApi = endpoints("account", [
  post("/auth/sign-in/email", {
    operationId: "signIn",
    may,
    summary: "Sign in; with `secondFactor` in the response, a code is required next",
    body: signInSchema,
    answer: signedInAnswer,
    run: signIn,
    refuses: ["link-used"],
    reply: signInResponse,
  }),
  post("/auth/sign-in/code", {
    operationId: "signInWithCode",
    may,
    summary:
      "Sign in with an emailed code; with `secondFactor` in the response, a code of the authenticator app is required next",
    body: signInCodeSchema,
    answer: signedInAnswer,
    run: signInByCode,
    reply: signInResponse,
  }),
  post("/auth/sign-out", {
    may,
    summary: "Sign out",
    answer: okResponse,
    async run(_ctx, _input, call) {
      const answer = await callBetterAuth(call, {});
      if (!answer.ok) throw new Error(`Sign-out was answered with ${answer.status}`);
    },
    reply: respondOk,
  }),
  post("/auth/two-factor/verify-totp", {
    may,
    summary: "Second factor: a code of the authenticator app",
    body: codeSchema,
    answer: okResponse,
    run: verifySecondFactor,
    reply: respondOk,
  }),
  post("/auth/two-factor/verify-backup-code", {
    may,
    summary: "Second factor: a recovery code",
    body: codeSchema,
    answer: okResponse,
    run: verifySecondFactor,
    reply: respondOk,
  }),
]);

async function signIn(
  ctx: Ctx,
  { email, password, link, captchaToken }: z.output<typeof signInSchema>,
  call: Call,
): Promise<{ secondFactor: boolean } | Refusal<"link-used" | "not-allowed">> {
  const attempt = await countAttempt(ctx, { email, captchaToken }, call);
  let answer = await callBetterAuth(call, { email, password });
  let code = await refusalOf(answer);
  // Reported after the right password only; with the link of the confirmation email it confirms the account.
  if (code === "EMAIL_NOT_VERIFIED" && link) {
    const confirmed = await confirmEmail(ctx, call.get("personalData"), call.get("config"), {
      token: link,
      email,
    });
    if (!confirmed.ok) return confirmed;
    answer = await callBetterAuth(call, { email, password });
    code = await refusalOf(answer);
  }
  if (code === null) return welcome(ctx, attempt, answer, call);
  await recordRefusal(ctx, attempt, code, call);
  if (code === "EMAIL_NOT_VERIFIED") {
    const isMailed = !(await isUndeliverable(ctx, email));
    throw new ApiError(
      401,
      "email-not-confirmed",
      isMailed ? m.account_email_not_verified() : m.common_email_undeliverable(),
    );
  }
  throw new ApiError(
    401,
    "sign-in-refused",
    code === "BANNED_USER" ? m.account_banned() : m.account_sign_in_wrong(),
  );
}

/** Sign-in by emailed code. Shares the limits of the password, so that guessing has one budget. */
async function signInByCode(
  ctx: Ctx,
  { email, code, captchaToken }: z.output<typeof signInCodeSchema>,
  call: Call,
): Promise<{ secondFactor: boolean }> {
  const attempt = await countAttempt(ctx, { email, captchaToken }, call);
  const body = { email, otp: code.replaceAll(/\s/g, "") };
  const isGuessing = await hasGuessed(ctx, attempt, call);
  const answer = isGuessing ? null : await callBetterAuth(call, body, "/api/auth/sign-in/email-otp");
  if (answer?.ok) return welcome(ctx, attempt, answer, call);
  const refusal = (answer && (await refusalOf(answer))) ?? "TOO_MANY_ATTEMPTS";
  await recordRefusal(ctx, attempt, refusal, call);
  // Same answer for wrong and expired codes and unknown emails.
  throw new ApiError(
    401,
    "sign-in-refused",
    refusal === "BANNED_USER" ? m.account_banned() : m.account_mailed_code_wrong(),
  );
}

/** True if this client used up its attempts on the current code. Counts the attempt. */
async function hasGuessed(ctx: Ctx, { email, limits }: SignInAttempt, call: Call): Promise<boolean> {
  const code = await findSignInCode(ctx, call.get("config"), email);
  const key = `${limits[0]!.key} code ${code?.expiresAt.getTime() ?? ""}`;
  const { attempts: max, minutes } = SIGN_IN_CODE;
  return !(await takeAttempt(ctx, { key, max, seconds: minutes * 60 })).ok;
}

interface SignInAttempt {
  email: string;
  account: { id: string } | undefined;
  limits: ReturnType<typeof signInLimits>;
}

/** Counts the attempt; throws 400 if a captcha is due, 429 above the limit. */
async function countAttempt(
  ctx: Ctx,
  { email, captchaToken }: { email: string; captchaToken?: string | null | undefined },
  call: Call,
): Promise<SignInAttempt> {
  const account = await findAccount(ctx, email);
  const limits = signInLimits(call, email, knownDevice(call, account?.id));
  const attempts = await Promise.all(limits.map((limit) => attemptsSoFar(ctx, limit)));
  if (Math.max(...attempts) >= CAPTCHA_AFTER_FAILURES) await requireCaptcha(call, captchaToken);
  for (const limit of limits) {
    await limitAttempts(call, limit, {
      message: "Too many attempts to sign in to one account",
      userId: account?.id ?? null,
    });
  }
  return { email, account, limits };
}

async function welcome(
  ctx: Ctx,
  { email, account, limits }: SignInAttempt,
  answer: Response,
  call: Call,
): Promise<{ secondFactor: boolean }> {
  for (const { key } of limits) await resetAttempts(ctx, key);
  const { twoFactorRedirect = false } = (await answer.json()) as { twoFactorRedirect?: boolean };
  if (account) {
    const slices = call.get("personalData");
    await linkGuestRecords(ctx, slices, { userId: account.id, email }, call.get("config"));
    rememberDevice(call, account.id);
    if (!twoFactorRedirect) await noteSignIn(ctx, account.id);
  }
  await leaveSession(ctx);
  return { secondFactor: twoFactorRedirect };
}

async function recordRefusal(ctx: Ctx, { account }: SignInAttempt, refusal: string, call: Call) {
  await recordSecurityEvent(ctx, {
    type: "auth_failure",
    message: `Sign-in refused: ${refusal}`,
    userId: account?.id ?? null,
    userAgent: call.req.header("user-agent"),
  });
}

async function verifySecondFactor(ctx: Ctx, { code }: { code: string }, call: Call): Promise<void> {
  // better-auth would verify the code for the current session instead of the pending one.
  if ("userId" in ctx.actor) throw new ApiError(409, "signed-in", m.account_signed_in_already());
  const userId = await pendingUserId(call);
  const answer = await callBetterAuth(call, { code: await normalizeCode(call, userId, code) });
  const refusal = await refusalOf(answer);
  if (refusal === null) {
    if (userId) await noteSignIn(ctx, userId);
    return;
  }
  await recordSecurityEvent(ctx, {
    type: "auth_failure",
    message: `Second factor refused: ${refusal}`,
    userId,
    userAgent: call.req.header("user-agent"),
  });
  if (refusal === "INVALID_TWO_FACTOR_COOKIE" || refusal === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE") {
    throw new ApiError(401, "sign-in-again", m.account_code_too_late());
  }
  throw new ApiError(401, "code-wrong", m.account_code_wrong());
}

/** Recovery codes are single-use already. */
async function normalizeCode(call: Call, userId: string | null, code: string): Promise<string> {
  return userId && call.req.path.endsWith("/verify-totp") ? requireUnusedCode(call, userId, code) : code;
}

/** Ends the browser's previous session, whose cookie has been replaced. */
async function leaveSession({ db, actor }: Ctx): Promise<void> {
  const sessionId = "userId" in actor ? actor.sessionId : undefined;
  if (sessionId) await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
}

async function noteSignIn(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({ signedInAt: ctx.now })
    .where("id", "=", userId)
    .where("role", "in", officeRoles)
    .execute();
}

/** User of the pending second step, for logging only: better-auth verifies the cookie's signature. */
async function pendingUserId(c: Context<ApiEnv>): Promise<string | null> {
  const name = `${COOKIE_PREFIX}.two_factor`;
  const [identifier = ""] = (getCookie(c, name, "secure") ?? getCookie(c, name) ?? "").split(".");
  if (!/^[\w-]+$/.test(identifier)) return null;
  const row = await c
    .get("ctx")
    .db.selectFrom("verifications")
    .select("value")
    .where("identifier", "=", identifier)
    .executeTakeFirst();
  return row?.value ?? null;
}

async function refusalOf(answer: Response): Promise<string | null> {
  if (answer.ok) return null;
  const { code } = (await answer.clone().json()) as AuthRefusal;
  return code ?? String(answer.status);
}
