import type { Context } from "hono";
import { m } from "~/paraglide/messages";
import { verifyCaptcha } from "~/platform/auth/captcha.server";
import type { Ctx } from "~/platform/context";
import { ApiError, tooManyRequests } from "~/platform/errors";
import type { ApiEnv } from "~/platform/http/api.server";
import { clientNetwork, NETWORKS_OF_SITE, siteOfNetwork } from "~/platform/http/limits/client-address.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { mailboxOf } from "../../../operations/bookings/link/mailbox";

/** Limit of failed attempts per account and client, whether the account exists or not. */
export const PASSWORD_LIMIT = { max: 10, seconds: 15 * 60 };
/** Limit of failed attempts per account by all unknown devices together. */
const STRANGERS_LIMIT = { max: 30, seconds: 15 * 60 };
/** Limit of emails per client and address, whether the account exists or not. */
const MAIL_LIMIT = { max: 3, seconds: 15 * 60 };
/** Limit of emails per address by all strangers together. Earlier links stay valid. */
const MAILBOX_LIMIT = { max: 10, seconds: 30 * 60 };
/** Limit of accounts and emails per client address, high enough for a shared office network. */
const ADDRESS_LIMIT = { max: 20, seconds: 60 * 60 };

interface Limit {
  key: string;
  max: number;
  seconds: number;
}

/**
 * Limits of a sign-in by email: per client, and for all strangers. On a known `device` strangers do not
 * count.
 */
export function signInLimits(c: Context<ApiEnv>, email: string, device: string | null): Limit[] {
  if (device) return [{ key: `sign-in device ${device}`, ...PASSWORD_LIMIT }];
  const network = clientNetwork(c.get("ctx").clientIp);
  return [
    { key: `sign-in ${email} from ${network}`, ...PASSWORD_LIMIT },
    { key: `sign-in ${email}`, ...STRANGERS_LIMIT },
  ];
}

/** Counts an attempt; throws 429 and records a security event above the limit. */
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
 * Limits emails to a typed address, whether it has an account or not. Throws 429, also if strangers used up
 * the quota of the mailbox, because no page may announce an email that is not sent.
 */
export async function limitMails(
  c: Context<ApiEnv>,
  email: string,
  device: string | null = null,
): Promise<void> {
  const ctx = c.get("ctx");
  const about = { message: "Too many emails requested" };
  const network = clientNetwork(ctx.clientIp);
  await limitAttempts(c, { key: `account-mail ${network}`, ...ADDRESS_LIMIT }, about);
  const site = siteOfNetwork(network);
  if (site) {
    const max = NETWORKS_OF_SITE * ADDRESS_LIMIT.max;
    await limitAttempts(c, { ...ADDRESS_LIMIT, key: `account-mail ${site}`, max }, about);
  }
  const mailbox = mailboxOf(email);
  const client = device ? `device ${device}` : `${mailbox} from ${network}`;
  await limitAttempts(c, { key: `account-mail ${client}`, ...MAIL_LIMIT }, about);
  if (device) return;
  const attempt = await takeAttempt(ctx, { key: `account-mail ${mailbox}`, ...MAILBOX_LIMIT });
  if (attempt.ok) return;
  const { retryAfterSeconds: seconds } = attempt;
  throw tooManyRequests(seconds, m.account_emails_limited({ minutes: Math.ceil(seconds / 60) }));
}

/** Throws 400 if a captcha is configured and the token is invalid. */
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

export async function attemptsSoFar(ctx: Ctx, { key, seconds }: Omit<Limit, "max">): Promise<number> {
  const row = await ctx.db
    .selectFrom("rateLimits")
    .select("attempts")
    .where("key", "=", key)
    .executeTakeFirst();
  const since = ctx.now.getTime() - seconds * 1000;
  return row?.attempts.filter((at) => at.getTime() > since).length ?? 0;
}
