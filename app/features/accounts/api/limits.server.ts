import type { Context } from "hono";
import { m } from "~/paraglide/messages";
import { verifyCaptcha } from "~/platform/auth/captcha.server";
import type { Ctx } from "~/platform/context";
import { ApiError, tooManyRequests } from "~/platform/errors";
import type { ApiEnv } from "~/platform/http/api.server";
import { clientNetwork } from "~/platform/http/limits/client-address.server";
import { type Attempt, takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { mailboxOf } from "../../bookings/link/mailbox";

/** Failed attempts with one account's password by one client, whether the account exists or not. */
export const PASSWORD_LIMIT = { max: 10, seconds: 15 * 60 };
/** Failed attempts with one account's password by all clients together that were never signed in to it. */
const STRANGERS_LIMIT = { max: 30, seconds: 15 * 60 };
/** Mails that one client can have sent to one address, whether it has an account or not. */
const MAIL_LIMIT = { max: 3, seconds: 15 * 60 };
/**
 * Mails that all strangers together can have sent to one address. What is asked for beyond is not sent: the links of those
 * before work for longer than they are counted.
 */
const MAILBOX_LIMIT = { max: 10, seconds: 30 * 60 };
/** Accounts and mails that one client address can ask for: an office full of people may share one. */
const ADDRESS_LIMIT = { max: 20, seconds: 60 * 60 };

interface Limit {
  key: string;
  max: number;
  seconds: number;
}

/**
 * The limits of signing in to an account by its email: those of the client, and of all strangers together. `device`: where
 * the account was opened before, and what others try is not counted.
 */
export function signInLimits(c: Context<ApiEnv>, email: string, device: string | null): Limit[] {
  if (device) return [{ key: `sign-in device ${device}`, ...PASSWORD_LIMIT }];
  const network = clientNetwork(c.get("ctx").clientIp);
  return [
    { key: `sign-in ${email} from ${network}`, ...PASSWORD_LIMIT },
    { key: `sign-in ${email}`, ...STRANGERS_LIMIT },
  ];
}

/** Counts an attempt; throws 429, and leaves a security event, when there were too many. */
export async function limitAttempts(
  c: Context<ApiEnv>,
  limit: Limit,
  about: { message: string; userId?: string | null },
): Promise<void> {
  const ctx = c.get("ctx");
  const attempt = await takeAttempt(ctx, limit);
  if (attempt.ok) return;
  await recordSecurityEvent(ctx, {
    type: "rate_limit",
    message: about.message,
    userId: about.userId,
    userAgent: c.req.header("user-agent"),
  });
  throw tooManyAttempts(attempt.retryAfterSeconds);
}

/**
 * The limits of what has a mail sent to an address that the caller typed. The same for any address. Throws 429 when the
 * client asked too often; answers whether the mailbox may still have one, which all clients together decide, but for a
 * `device` where its account was opened before.
 */
export async function limitMails(
  c: Context<ApiEnv>,
  email: string,
  device: string | null = null,
): Promise<Attempt> {
  const ctx = c.get("ctx");
  const about = { message: "Too many mails asked for" };
  const network = clientNetwork(ctx.clientIp);
  await limitAttempts(c, { key: `account-mail ${network}`, ...ADDRESS_LIMIT }, about);
  const mailbox = mailboxOf(email);
  const client = device ? `device ${device}` : `${mailbox} from ${network}`;
  await limitAttempts(c, { key: `account-mail ${client}`, ...MAIL_LIMIT }, about);
  if (device) return { ok: true };
  return takeAttempt(ctx, { key: `account-mail ${mailbox}`, ...MAILBOX_LIMIT });
}

/** Throws 400 when a captcha is configured and the token does not pass it. */
export async function requireCaptcha(c: Context<ApiEnv>, token: string | null | undefined): Promise<void> {
  if (await verifyCaptcha(c.get("ctx"), c.get("config"), token ?? undefined)) return;
  throw new ApiError(
    400,
    "captcha-required",
    token ? m.account_captcha_failed() : m.account_captcha_required(),
  );
}

export function tooManyAttempts(seconds: number): ApiError {
  return tooManyRequests(seconds, m.account_sign_in_limited({ minutes: Math.ceil(seconds / 60) }));
}

/** How often a key was used up within its time so far. */
export async function attemptsSoFar(ctx: Ctx, { key, seconds }: Omit<Limit, "most">): Promise<number> {
  const row = await ctx.db
    .selectFrom("rate_limits")
    .select("attempts")
    .where("key", "=", key)
    .executeTakeFirst();
  const since = ctx.now.getTime() - seconds * 1000;
  return row?.attempts.filter((at) => at.getTime() > since).length ?? 0;
}
