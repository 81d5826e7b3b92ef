import { createOTP } from "@better-auth/utils/otp";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Call } from "~/platform/http/endpoint.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";

/** Period of a TOTP code (RFC 6238), and the tolerance for delay. */
const STEP_MS = 30_000;
const LATE_MS = 10_000;

/** Code that no app ever shows, so better-auth counts it as wrong. */
const NO_CODE = "";

/**
 * Returns the code to verify. better-auth accepts a code repeatedly for 90 seconds; this makes it single-use
 * and valid only while the app shows it, or just before (ASVS 5.0, 6.5.1 and 6.5.5). Any other code becomes a
 * wrong one.
 */
export async function requireUnusedCode(call: Call, userId: string, code: string): Promise<string> {
  const ctx = call.get("ctx");
  const row = await ctx.db
    .selectFrom("twoFactors")
    .select("secret")
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!row) return NO_CODE;
  const { secretConfig } = await call.get("auth").$context;
  const otp = createOTP(await symmetricDecrypt({ key: secretConfig, data: row.secret }));
  const now = Date.now();
  const steps = new Set([now, now - LATE_MS].map((at) => Math.floor(at / STEP_MS)));
  const codes = await Promise.all([...steps].map((step) => otp.hotp(step)));
  if (!codes.includes(code)) return NO_CODE;
  const use = { key: `code ${userId} ${code}`, max: 1, seconds: (2 * STEP_MS) / 1000 };
  return (await takeAttempt(ctx, use)).ok ? code : NO_CODE;
}
