import type { emailOTP } from "better-auth/plugins";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import { addMinutes } from "../time";
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

/**
 * Restarts the ten minutes of a valid code, so that a stranger's request does not end the owner's code. Returns
 * false if a new code is needed.
 */
export async function prolongSignInCode(ctx: Ctx, config: SecretConfig, email: string): Promise<boolean> {
  const code = await findSignInCode(ctx, config, email);
  const [, wrongAttempts = "0"] = code?.value.split(":") ?? [];
  if (!code || Number(wrongAttempts) >= TOTAL_ATTEMPTS) return false;
  const { numUpdatedRows } = await ctx.db
    .updateTable("verifications")
    .set({ expiresAt: addMinutes(ctx.now, SIGN_IN_CODE.minutes) })
    .where("id", "=", code.id)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** `value`: the sealed code and the number of wrong attempts. */
export async function findSignInCode(
  ctx: Ctx,
  { secret }: SecretConfig,
  email: string,
): Promise<{ id: string; value: string; expiresAt: Date } | undefined> {
  return ctx.db
    .selectFrom("verifications")
    .select(["id", "value", "expiresAt"])
    .where("identifier", "=", signedKey(secret, "sign-in-code", NAME + email))
    .where("expiresAt", ">", ctx.now)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
}
