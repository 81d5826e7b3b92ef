import { createMiddleware } from "hono/factory";
import { m } from "~/paraglide/messages";
import type { Actor } from "./actor";
import type { ApiEnv } from "./api.server";
import type { Config } from "./config.server";
import { ApiError } from "./errors";

/**
 * Stands before everything under /api/admin, so that no endpoint there can be left open by forgetting a line. The
 * commands' own policies are the second line.
 */
export const adminsOnly = createMiddleware<ApiEnv>(async (c, next) => {
  requireAdmin(c.get("ctx").actor, c.get("config"));
  await next();
});

/** Throws 401 for nobody, 403 for anybody but an admin, and for an admin who lacks the second factor that is asked for. */
export function requireAdmin(actor: Actor, config: Pick<Config, "adminTwoFactor">): void {
  if (actor.role === "visitor") throw new ApiError(401, "not-signed-in", m.common_error_not_signed_in());
  if (actor.role !== "admin") throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
  if (lacksTwoFactor(actor, config)) {
    throw new ApiError(403, "two-factor-required", m.account_two_factor_required());
  }
}

/** Stands before everything under /api/account: throws 401 for nobody. Whose records are meant is the session's to say. */
export const signedInOnly = createMiddleware<ApiEnv>(async (c, next) => {
  const { actor } = c.get("ctx");
  if (!("userId" in actor)) throw new ApiError(401, "not-signed-in", m.common_error_not_signed_in());
  await next();
});

/** Stands before everything under /api/technician: throws 401 for nobody, 403 for anybody but a technician. */
export const techniciansOnly = createMiddleware<ApiEnv>(async (c, next) => {
  const { actor } = c.get("ctx");
  if (actor.role === "visitor") throw new ApiError(401, "not-signed-in", m.common_error_not_signed_in());
  if (actor.role !== "technician") throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
  await next();
});

/** An admin who has to set up a second factor before the back office opens. */
export function lacksTwoFactor(actor: Actor, { adminTwoFactor }: Pick<Config, "adminTwoFactor">): boolean {
  return actor.role === "admin" && adminTwoFactor === "required" && !actor.twoFactor;
}
