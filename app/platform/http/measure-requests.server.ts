import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { httpRequestDuration } from "../metrics/metrics.server";
import { inRequestScope } from "./request-scope.server";

const METHODS = new Set(["GET", "HEAD", "POST"]);

/** Measures each request and names it in log lines. Routes are patterns, so that their number is limited. */
export function measureRequests(pagePatternOf: (path: string) => string) {
  return createMiddleware(async (c, next) => {
    const observe = httpRequestDuration.startTimer();
    const { method, path } = c.req;
    await inRequestScope({ method, path }, next);
    observe({
      method: METHODS.has(method) ? method : "other",
      route: routeOf(c, pagePatternOf),
      status: String(c.res.status),
    });
  });
}

function routeOf(c: Context, pagePatternOf: (path: string) => string): string {
  const { path } = c.req;
  const handler = matchedRoutes(c).findLast((route) => !route.path.endsWith("*"));
  if (handler) return handler.path;
  if (path.startsWith("/api/")) return "/api/*";
  if (path.startsWith("/assets/")) return "/assets/*";
  return pagePatternOf(path);
}
