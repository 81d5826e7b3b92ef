import type { emailOTP } from "better-auth/plugins";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import { seal, unseal } from "./links/seal.server";
import { signedKey } from "./links/signed-key.server";
import "./auth-table";

/*
 * A code that is mailed signs in once. better-auth makes and checks it; what the database keeps of it opens nothing by itself: the
 * code is sealed, and whose it is cannot be read either, as a code is made for any email that somebody types.
 */

export const SIGN_IN_CODE = { digits: 6, minutes: 10, attempts: 5 };

/** What better-auth calls the code of an email; the email follows. */
const NAME = "sign-in-otp-";

type Secret = Pick<Config, "secret">;

export function signInCodeOptions({ secret }: Secret): Parameters<typeof emailOTP>[0] {
  return {
    otpLength: SIGN_IN_CODE.digits,
    expiresIn: SIGN_IN_CODE.minutes * 60,
    allowedAttempts: SIGN_IN_CODE.attempts,
    disableSignUp: true,
    storeOTP: {
      encrypt: async (code) => seal(code, secret, "sign-in codes").toString("base64url"),
      decrypt: async (sealed) => unseal(Buffer.from(sealed, "base64url"), secret, "sign-in codes"),
    },
    // The worker mails it (readSignInCode), so that who asks waits for nothing that tells of an account.
    sendVerificationOTP: async () => {},
    rateLimit: { max: 20, window: 60 },
  };
}

/** Where better-auth keeps codes: under names that nobody can read an email from. */
export function hiddenNames({ secret }: Secret) {
  return {
    default: "plain" as const,
    overrides: { [NAME]: { hash: async (name: string) => signedKey(secret, "sign-in-code", name) } },
  };
}

/** The code that an email's owner is to be mailed; null where it was used or has ended. */
export async function readSignInCode(ctx: Ctx, { secret }: Secret, email: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", signedKey(secret, "sign-in-code", NAME + email))
    .where("expires_at", ">", ctx.now)
    .orderBy("expires_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  // Behind the colon stands how often it was tried.
  const [sealed = ""] = row.value.split(":");
  return unseal(Buffer.from(sealed, "base64url"), secret, "sign-in codes");
}
