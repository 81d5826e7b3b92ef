import { betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { admin, emailOTP, twoFactor } from "better-auth/plugins";
import type { Kysely } from "kysely";
import { regexes } from "zod/v4/core";
import type { Config } from "../config.server";
import type { Tables } from "../database/tables";
import { trustedOrigins } from "../http/origins.server";
import { observeInfraFailure } from "../incidents/infra-failure.server";
import { log } from "../log.server";
import { EMAIL_PATTERN } from "../text/email";
import { hashedIdentifiers, signInCodeOptions } from "./sign-in-code.server";

// better-auth checks emails by Zod's pattern, which refuses internationalised top-level domains (.xn--mgbaam7a8h).
regexes.email.compile(EMAIL_PATTERN.source, EMAIL_PATTERN.flags);

/** Set by the server; a value sent by the client is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

export const COOKIE_PREFIX = "site";

/** Sign-in attempts per client address, limited because scrypt costs 0.1 s of a core. */
export const SIGN_IN_ADDRESS_LIMIT = { max: 20, windowSeconds: 60 };

const DAY_SECONDS = 24 * 60 * 60;

export type Auth = ReturnType<typeof createAuth>;

/** docs/decisions/0007-sign-in.md. The library's own URLs are not mounted. */
export function createAuth(config: Pick<Config, "publicUrl" | "secret">, db: Kysely<Tables>) {
  return betterAuth({
    baseURL: config.publicUrl,
    basePath: "/api/auth",
    secret: config.secret,
    trustedOrigins: trustedOrigins(config.publicUrl),
    database: { db, type: "postgres", transaction: true },
    user: {
      modelName: "users",
      additionalFields: { grantedPermissions: { type: "string[]", required: false, input: false } },
    },
    session: { modelName: "sessions", expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
    account: { modelName: "accounts" },
    verification: { modelName: "verifications", storeIdentifier: hashedIdentifiers(config) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 10,
      autoSignIn: false,
      revokeSessionsOnPasswordReset: true,
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      modelName: "authRateLimits",
      customRules: {
        "/sign-in/email": { max: SIGN_IN_ADDRESS_LIMIT.max, window: SIGN_IN_ADDRESS_LIMIT.windowSeconds },
      },
    },
    advanced: {
      database: { generateId: "uuid" },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: config.publicUrl.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
    },
    plugins: [
      admin({ defaultRole: "customer", adminRoles: ["admin"] }),
      twoFactorAfterMailedCodes(),
      emailOTP(signInCodeOptions(config)),
    ],
    telemetry: { enabled: false },
    // Its spans would record messages of errors, which may contain personal data.
    experimental: { instrumentation: { enabled: false } },
    logger: { level: "error", log: logFailure },
    onAPIError: { onError: throwServerError },
  });
}

/** better-auth asks for a second factor only after a password. */
function twoFactorAfterMailedCodes() {
  const plugin = twoFactor({ schema: { twoFactor: { modelName: "twoFactors" } } });
  for (const asking of plugin.hooks.after) {
    const { matcher } = asking;
    asking.matcher = (call) => matcher(call) || call.path === "/sign-in/email-otp";
  }
  return plugin;
}

/** Prevents the library from printing errors that the caller logs. */
function throwServerError(error: unknown): void {
  if (!isAPIError(error)) throw error;
  if (error.status === "INTERNAL_SERVER_ERROR") logFailure("error", "The sign-in library failed", error);
}

function logFailure(_level: string, message: string, ...more: unknown[]): void {
  if (!more.some(observeInfraFailure)) log.error("sign-in-library-failed", message, { more });
}
