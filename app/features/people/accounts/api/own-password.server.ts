import type { Context } from "hono";
import { m } from "~/paraglide/messages";
import { InvalidInput } from "~/platform/errors";
import type { ApiEnv } from "~/platform/http/api.server";
import { resetAttempts } from "~/platform/http/limits/rate-limit.server";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { currentUser } from "../current-user.server";
import { isPasswordOf } from "../sign-in/passwords.server";
import { limitAttempts, PASSWORD_LIMIT } from "./limits.server";

/**
 * Verifies the password again before sensitive changes, because the device may be borrowed. Throws
 * `InvalidInput` beside `field` if wrong, and 429 after ten failures.
 */
export async function checkPassword(
  c: Context<ApiEnv>,
  password: string,
  field: "password" | "currentPassword" = "password",
): Promise<void> {
  const ctx = c.get("ctx");
  const { userId } = currentUser(ctx);
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
