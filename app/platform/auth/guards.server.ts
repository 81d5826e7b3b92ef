import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../http/api.server";
import { requirePermission } from "./command.server";
import type { Permission } from "./permissions";

export function permissionGuard(permission: Permission) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    requirePermission(c.get("ctx").actor, permission);
    await next();
  });
}
