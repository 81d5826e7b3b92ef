import { SpanKind } from "@opentelemetry/api";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { httpRequestDuration } from "../metrics/metrics.server";
import { inSpan, setSpanError } from "../tracing/tracing.server";
import { inRequestScope, requestScope } from "./request-scope.server";

const METHODS = new Set(["GET", "HEAD", "POST"]);
/** Files and health checks would be most of all traces. */
const UNTRACED = /^\/(assets\/|healthz$|readyz)/;

/**
 * Measures and traces each request and names it in log lines. Routes are patterns, so that their number is
 * limited. The caller's trace is continued behind a trusted proxy only.
 */
export function measureRequests(pagePatternOf: (path: string) => string, trustProxy: number) {
  return createMiddleware(async (c, next) => {
    const observe = httpRequestDuration.startTimer();
    const { path } = c.req;
    const method = METHODS.has(c.req.method) ? c.req.method : "other";
    const route = routeOf(c, pagePatternOf);
    await inRequestScope({ method: c.req.method, path, route }, () =>
      UNTRACED.test(path) ? next() : traceRequest(c, next, { method, route, trustProxy }),
    );
    observe({ method, route, status: String(c.res.status) });
  });
}

async function traceRequest(
  c: Context,
  next: () => Promise<void>,
  { method, route, trustProxy }: { method: string; route: string; trustProxy: number },
): Promise<void> {
  const parent = trustProxy > 0 ? (c.req.header("traceparent") ?? null) : null;
  const attributes = { "http.request.method": method, "http.route": route };
  await inSpan(`${method} ${route}`, { kind: SpanKind.SERVER, parent, attributes }, async (span) => {
    await next();
    if (!span) return;
    span.setAttribute("http.response.status_code", c.res.status);
    span.setAttribute("request.id", requestScope().requestId ?? "");
    if (c.res.status >= 500) setSpanError(c.error, span);
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
