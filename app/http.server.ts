import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { api } from "./api.server";
import type { Running } from "./boot.server";
import { contextOf } from "./context.server";
import type { ApiEnv } from "./platform/api.server";
import { answerError, answerUnknown } from "./platform/api-errors.server";
import { authApi } from "./platform/auth-api.server";
import type { Ctx } from "./platform/context";
import { adminsOnly } from "./platform/guards.server";
import { healthApi } from "./platform/health.server";
import { apiLimits } from "./platform/http-limits.server";
import { liveApi } from "./platform/live-api.server";
import { pageOrigins, securePage } from "./platform/security-headers.server";

/** The whole product over HTTP: assets, API, and the pages as `renderPage` makes them (pages.server.ts). */
export function createHttp(
  running: Running,
  renderPage: (request: Request, ctx: Ctx) => Promise<Response>,
): Hono<ApiEnv> {
  const http = new Hono<ApiEnv>();
  http.onError(answerError);
  if (import.meta.env.PROD) {
    http.use("/assets/*", async (c, next) => {
      await next();
      c.header("Cache-Control", "public, max-age=31536000, immutable");
    });
    http.use(compress());
    http.use(serveStatic({ root: "build/client" }));
  }
  http.route("/", healthApi(running.db));
  http.use(async (c, next) => {
    const ctx = await contextOf(c, running);
    c.set("ctx", ctx);
    c.set("config", running.config);
    c.set("live", running.live);
    await next();
    c.header("X-Request-Id", ctx.requestId);
  });
  http.use("/api/*", apiLimits(running.config));
  http.use("/api/admin/*", adminsOnly);
  http.route("/api", authApi(running.auth));
  http.route("/api", liveApi);
  http.route("/api", api);
  http.all("/api/*", answerUnknown);
  const origins = pageOrigins(running.config);
  http.all("*", async (c) => {
    const page = await renderPage(c.req.raw, c.get("ctx"));
    // In development Vite puts its own scripts and styles into the page.
    return import.meta.env.PROD ? securePage(page, origins) : page;
  });
  return http;
}
