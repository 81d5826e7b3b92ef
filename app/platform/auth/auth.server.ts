import { betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { admin, emailOTP, twoFactor } from "better-auth/plugins";
import { CamelCasePlugin, type Kysely } from "kysely";
import type { Config } from "../config.server";
import type { Tables } from "../database/tables";
import { trustedOrigins } from "../http/origins.server";
import { observeInfraFailure } from "../incidents/infra-failure.server";
import { log } from "../log.server";
import { hiddenNames, signInCodeOptions } from "./sign-in-code.server";
import "./auth-table";

/** Set by us from the connection (better-auth.server.ts); whatever the outside sends under this name is replaced. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

export const COOKIE_PREFIX = "site";

/** Attempts to sign in from one client address: scrypt costs a core 0.1 s each time. */
export const SIGN_IN_ADDRESS_LIMIT = { max: 20, windowSeconds: 60 };

const DAY_SECONDS = 24 * 60 * 60;

export type Auth = ReturnType<typeof createAuth>;

/**
 * Who signs in, and how (docs/decisions/0007-sign-in.md). Its own URLs are not mounted: what can be
 * reached from outside are rows of ours, which hand a call on (better-auth.server.ts).
 */
export function createAuth(config: Pick<Config, "publicUrl" | "secret">, db: Kysely<Tables>) {
  return betterAuth({
    baseURL: config.publicUrl,
    basePath: "/api/auth",
    secret: config.secret,
    trustedOrigins: trustedOrigins(config.publicUrl),
    database: { db: db.withPlugin(new CamelCasePlugin()), type: "postgres", transaction: true },
    user: { modelName: "users" },
    session: { modelName: "sessions", expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
    account: { modelName: "accounts" },
    verification: { modelName: "verifications", storeIdentifier: hiddenNames(config) },
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
      secondFactorAlsoAfterCodes(),
      emailOTP(signInCodeOptions(config)),
    ],
    telemetry: { enabled: false },
    // It warns at every failed sign-in; those are security events, and anything worse is thrown.
    logger: { level: "error", log: logFailure },
    onAPIError: { onError: throwFault },
  });
}

/** The library asks for a second factor after a password only; whoever has one is asked after a mailed code, too. */
function secondFactorAlsoAfterCodes() {
  const plugin = twoFactor({ schema: { twoFactor: { modelName: "twoFactors" } } });
  for (const asking of plugin.hooks.after) {
    const { matcher } = asking;
    asking.matcher = (call) => matcher(call) || call.path === "/sign-in/email-otp";
  }
  return plugin;
}

/** What is no answer of the library's own goes to whoever asked, who logs it once; the library would print it, too, in colours. */
function throwFault(error: unknown): void {
  if (!isAPIError(error)) throw error;
  if (error.status === "INTERNAL_SERVER_ERROR") logFailure("error", "The sign-in library failed", error);
}

/** Whoever asked is told of trouble, and logs it (rethrowInfraFailure). */
function logFailure(_level: string, message: string, ...more: unknown[]): void {
  if (!more.some(observeInfraFailure)) log.error(message, { more });
}
