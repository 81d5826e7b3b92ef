import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { api } from "./api.server";
import type { Running } from "./boot.server";
import { contextOf } from "./context.server";
import { renderPage } from "./pages.server";
import type { ApiEnv } from "./platform/api.server";

/** The whole product over HTTP: assets, API, pages. */
export function createHttp(running: Running): Hono<ApiEnv> {
  const http = new Hono<ApiEnv>();
  if (import.meta.env.PROD) {
    http.use("/assets/*", async (c, next) => {
      await next();
      c.header("Cache-Control", "public, max-age=31536000, immutable");
    });
    http.use(compress());
    http.use(serveStatic({ root: "build/client" }));
  }
  http.use(async (c, next) => {
    c.set("ctx", await contextOf(c, running));
    c.set("config", running.config);
    c.set("live", running.live);
    await next();
  });
  http.on(["GET", "POST"], "/api/auth/*", (c) => running.auth.handler(c.req.raw));
  http.route("/api", api);
  http.all("*", (c) => renderPage(c.req.raw, c.get("ctx")));
  return http;
}
