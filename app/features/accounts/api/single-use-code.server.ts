import { createOTP } from "@better-auth/utils/otp";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Call } from "~/platform/http/endpoint.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import "~/platform/auth/auth-table";

/** How long an authenticator app shows a code (RFC 6238), and for how long one may still be on its way. */
const STEP_MS = 30_000;
const LATE_MS = 10_000;

/** What no app ever shows: better-auth counts it as a wrong code. */
const NO_CODE = "";

/**
 * The code that better-auth is asked about. It takes a code again and again for 90 seconds; here one counts once, and only
 * while the person's app shows it, or showed it a moment ago (ASVS 5.0, 6.5.1 and 6.5.5). Any other becomes a wrong one.
 */
export async function takeCode(call: Call, userId: string, code: string): Promise<string> {
  const ctx = call.get("ctx");
  const row = await ctx.db
    .selectFrom("two_factors")
    .select("secret")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return NO_CODE;
  const { secretConfig } = await call.get("auth").$context;
  const otp = createOTP(await symmetricDecrypt({ key: secretConfig, data: row.secret }));
  const now = Date.now();
  const steps = new Set([now, now - LATE_MS].map((at) => Math.floor(at / STEP_MS)));
  const shown = await Promise.all([...steps].map((step) => otp.hotp(step)));
  if (!shown.includes(code)) return NO_CODE;
  const use = { key: `code ${userId} ${code}`, max: 1, seconds: (2 * STEP_MS) / 1000 };
  return (await takeAttempt(ctx, use)).ok ? code : NO_CODE;
}
