import type { Context } from "hono";
import { m } from "~/paraglide/messages";
import { InvalidInput } from "~/platform/errors";
import type { ApiEnv } from "~/platform/http/api.server";
import { resetAttempts } from "~/platform/http/limits/rate-limit.server";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { personOf } from "../people.server";
import { isPasswordOf } from "../sign-in/passwords.server";
import { limitAttempts, PASSWORD_LIMIT } from "./limits.server";

/**
 * Asks the signed-in person for their password again, before what a borrowed device must not do. Throws `InvalidInput`
 * beside `field` when it is wrong, and 429 after ten wrong ones: a session is no way to guess it.
 */
export async function checkPassword(
  c: Context<ApiEnv>,
  password: string,
  field: "password" | "currentPassword" = "password",
): Promise<void> {
  const ctx = c.get("ctx");
  const { userId } = personOf(ctx);
  const key = `password ${userId}`;
  await limitAttempts(
    c,
    { key, ...PASSWORD_LIMIT },
    { message: "Too many attempts with one's own password" },
  );
  if (await isPasswordOf(ctx, userId, password)) return resetAttempts(ctx, key);
  await recordSecurityEvent(ctx, {
    type: "auth_failure",
    message: "Own password was wrong",
    userAgent: c.req.header("user-agent"),
  });
  throw new InvalidInput({ [field]: m.account_password_wrong() }, m.account_password_wrong());
}
