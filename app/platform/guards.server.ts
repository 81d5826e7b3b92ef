import { createMiddleware } from "hono/factory";
import { m } from "~/paraglide/messages";
import type { ApiEnv } from "./api.server";
import { ApiError } from "./errors";

/**
 * Stands before everything under /api/admin, so that no endpoint there can be left open by forgetting a line. The
 * commands' own policies are the second line. Throws 401 for nobody, 403 for anybody else than an admin.
 */
export const adminsOnly = createMiddleware<ApiEnv>(async (c, next) => {
  const { actor } = c.get("ctx");
  if (actor.role === "visitor") throw new ApiError(401, "not-signed-in", m.common_error_not_signed_in());
  if (actor.role !== "admin") throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
  await next();
});
