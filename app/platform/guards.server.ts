import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "./api.server";
import { requirePermission } from "./auth/command.server";
import type { Permission } from "./auth/permissions";

export function permitted(permission: Permission) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    requirePermission(c.get("ctx").actor, permission);
    await next();
  });
}
