import type { emailOTP } from "better-auth/plugins";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import { seal, unseal } from "./links/seal.server";
import { signedKey } from "./links/signed-key.server";

/* Codes are encrypted and emails hashed, because a visitor can request a code for any address. */

/** `attempts`: per client, so that a stranger's guesses do not end the owner's code. */
export const SIGN_IN_CODE = { digits: 6, minutes: 10, attempts: 5 };
/** Attempts of all clients together: more than the limits of failed sign-ins per account, which bound the guesses. */
const TOTAL_ATTEMPTS = 50;

const NAME = "sign-in-otp-";

type SecretConfig = Pick<Config, "secret">;

export function signInCodeOptions({ secret }: SecretConfig): Parameters<typeof emailOTP>[0] {
  return {
    otpLength: SIGN_IN_CODE.digits,
    expiresIn: SIGN_IN_CODE.minutes * 60,
    allowedAttempts: TOTAL_ATTEMPTS,
    disableSignUp: true,
    storeOTP: {
      encrypt: async (code) => seal(code, secret, "sign-in codes").toString("base64url"),
      decrypt: async (sealed) => unseal(Buffer.from(sealed, "base64url"), secret, "sign-in codes"),
    },
    // The worker mails it, because the response time would reveal if an account exists.
    sendVerificationOTP: async () => {},
    rateLimit: { max: 20, window: 60 },
  };
}

export function hashedIdentifiers({ secret }: SecretConfig) {
  return {
    default: "plain" as const,
    overrides: { [NAME]: { hash: async (name: string) => signedKey(secret, "sign-in-code", name) } },
  };
}

export async function readSignInCode(ctx: Ctx, config: SecretConfig, email: string): Promise<string | null> {
  const row = await findSignInCode(ctx, config, email);
  if (!row) return null;
  const [sealed = ""] = row.value.split(":");
  return unseal(Buffer.from(sealed, "base64url"), config.secret, "sign-in codes");
}

/** `value`: the sealed code and the number of wrong attempts. */
export async function findSignInCode(
  ctx: Ctx,
  { secret }: SecretConfig,
  email: string,
): Promise<{ value: string; expiresAt: Date } | undefined> {
  return ctx.db
    .selectFrom("verifications")
    .select(["value", "expiresAt"])
    .where("identifier", "=", signedKey(secret, "sign-in-code", NAME + email))
    .where("expiresAt", ">", ctx.now)
    .orderBy("expiresAt", "desc")
    .limit(1)
    .executeTakeFirst();
}
