import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { m } from "~/paraglide/messages";
import { personalData } from "../personal-data.server";
import { permitted } from "../platform/auth/guards.server";
import { linkKeysIn } from "../platform/auth/links/link-keys.server";
import { ApiError } from "../platform/errors";
import type { ApiEnv } from "../platform/http/api.server";
import { answerError, answerUnknown } from "../platform/http/api-errors.server";
import { healthApi } from "../platform/http/health.server";
import { clientAddressOf, clientNetwork } from "../platform/http/limits/client-address.server";
import { throttle } from "../platform/http/limits/throttle.server";
import { limitRenderings, requestLimits } from "../platform/http/limits/http-limits.server";
import { pageOrigins, plainHeaders, securePage } from "../platform/http/security-headers.server";
import { infraFailureOf } from "../platform/incidents/infra-failure.server";
import { replaceFailedPage, infraFailurePage } from "../platform/incidents/infra-failure-response.server";
import { localPath, splitPath, spokenLocales } from "../platform/locale/locale";
import { inLocale } from "../platform/locale/locale.server";
import { log } from "../platform/log.server";
import { serveBuiltFiles } from "../platform/pages/built-files.server";
import { openPageCache, type PageCache } from "../platform/pages/page-cache.server";
import { type PostedFields, plainPage, postedFieldsOf } from "../platform/pages/plain-page.server";
import { plainPath } from "../platform/pages/plain-path";
import { QueueFull, queueRenderings } from "../platform/pages/rendering-queue.server";
import { createApi } from "./api.server";
import type { Running } from "./boot.server";
import { contextOf, type PageCtx } from "./context.server";
import type { Pages } from "./pages.server";
import { canonicalPath, isOfUnknown, pageAddress, pageOf, ROUTER_PATH } from "./shared-pages.server";

/**
 * The whole product over HTTP: built files, API, pages. `built` is the folder of the files that browsers load; absent
 * in development, where Vite serves them and puts scripts of its own into pages, which are then rendered each time.
 */
export function createHttp(
  running: Running,
  pages: Pages,
  built?: string,
  cache: PageCache = openPageCache(running.db),
): Hono<ApiEnv> {
  const { config } = running;
  const origins = pageOrigins(config);
  const spoken = spokenLocales(config);
  // An address names its language by its first part, and none means English: what follows is the same in every language.
  const placeOf = (request: Request) => {
    const plain = plainPath(new URL(request.url).pathname);
    return { isAddress: plain !== null, ...splitPath(plain ?? "/", spoken) };
  };
  const http = new Hono<ApiEnv>({ getPath: (request) => placeOf(request).path });
  http.onError((error, c) => {
    if (c.req.path.startsWith("/api/")) return answerError(error, c);
    const posted = c.get("posted") ?? null;
    if (error instanceof ApiError && (posted || (error.status === 429 && !c.req.path.endsWith(".data")))) {
      const title = error.status === 429 ? m.common_wait_title() : m.common_refused_title();
      const words = posted ? [error.message, m.common_trouble_kept()] : [error.message];
      const { status, headers } = error;
      return plainPage({ title, words, posted, status, headers, https: origins.https });
    }
    if (error instanceof QueueFull) return infraFailurePage("database-busy", origins.https, posted);
    const failure = infraFailureOf(error);
    if (!failure) return answerError(error, c);
    log.warn("A page could not be answered for now", { error, failure, path: c.req.path });
    return infraFailurePage(failure, origins.https, posted);
  });
  if (built) http.use(throttle(config));
  http.use((c, next) => {
    const { isAddress, locale } = placeOf(c.req.raw);
    return inLocale(locale, () => {
      if (isAddress) return next();
      throw new ApiError(400, "bad-address", m.common_error_bad_address());
    });
  });
  if (built) http.use(serveBuiltFiles(built));
  http.route("/", healthApi(running));

  http.use("/api/*", compress(), async (c, next) => {
    const ctx = await contextOf(c, running);
    c.set("ctx", ctx);
    c.set("config", config);
    c.set("auth", running.auth);
    c.set("live", running.live);
    c.set("files", running.files);
    c.set("personalData", personalData);
    await next();
    c.header("X-Request-Id", ctx.requestId);
    for (const [name, value] of Object.entries(plainHeaders(origins))) c.header(name, value);
  });
  const limits = requestLimits(config);
  http.use("/api/*", limits);
  http.use("/api/admin/*", permitted("office.enter"));
  http.use("/api/account/*", permitted("account.use"));
  http.use("/api/technician/*", permitted("visits.report"));
  http.route("/api", createApi());
  http.all("/api/*", answerUnknown);

  const renderings = limitRenderings(config.clientRateLimit);
  const countRendering = (c: Context) => renderings(clientAddressOf(c, config.trustProxy));
  const inTurn = queueRenderings();
  if (built) {
    http.on(["GET", "HEAD"], "*", async (c, next) => {
      const own = pageAddress(c.req.path, c.req.url);
      const shared = cache.has(localPath(own)) ? { as: own } : pages.sharedAs(own);
      if (shared === "no-such-data") throw new ApiError(400, "bad-address", m.common_error_bad_address());
      const canonical = canonicalPath(c.req.path);
      if (shared?.as !== own && canonical !== c.req.path && isKeptAs(canonical, canonical)) {
        return c.redirect(localPath(canonical) + new URL(c.req.url).search, 301);
      }
      if (!shared) return next();
      if (shared.ofStrangers) return hasKeys(c) ? next() : reuseCachedPage(c, shared.as, "of strangers");
      if (isOfUnknown(shared.as)) return reuseCachedPage(c, shared.as, "of unknown");
      if (shared.unknownAs && !(await isNamed(c, shared.as))) {
        return reuseCachedPage(c, shared.unknownAs, "of unknown");
      }
      return reuseCachedPage(c, shared.as);
    });
  }
  http.all("*", compress(), async (c) => {
    const isAsked = ["GET", "HEAD"].includes(c.req.method);
    // Before anything is done for it.
    if (built && isAsked && c.req.path !== ROUTER_PATH) countRendering(c);
    c.set("posted", await postedFieldsOf(c.req.raw));
    const ctx = await contextOf(c, running);
    if (isAsked) {
      return built ? inTurn(clientNetwork(ctx.clientIp), () => showPage(c, ctx)) : showPage(c, ctx);
    }
    // A form that is posted to its page.
    c.set("ctx", ctx);
    await limits(c, async () => {
      if (built) countRendering(c);
      c.res = await showPage(c, ctx);
    });
  });

  function isKeptAs(address: string, as: string): boolean {
    const shared = pages.sharedAs(address);
    return shared !== null && shared !== "no-such-data" && shared.as === as;
  }

  /** Whether the content has what the address names: a service, a trade. */
  async function isNamed(c: Context<ApiEnv>, address: string): Promise<boolean> {
    const named = await cache.read("names", async () => pages.listNamed(await contextOf(c, running)));
    return named.has(pageOf(address));
  }

  /** Whether the request brings the key of any link: then its page may be another than that of all others. */
  function hasKeys(c: Context): boolean {
    return c.req.query("key") !== undefined || linkKeysIn(c.req.header("cookie"), config).size > 0;
  }

  /** A page from memory. What is kept for many addresses is not found under the one that it is rendered for. */
  function reuseCachedPage(
    c: Context<ApiEnv>,
    address: string,
    kind?: "of strangers" | "of unknown",
  ): Promise<Response> {
    // The language is part of the name: a page that everyone will be served is the same for all who speak it.
    const at = localPath(address);
    const name = kind ? `${kind} ${at}` : at;
    if (kind) c.set("endless", true);
    if (!cache.has(name)) countRendering(c);
    const make = async () => {
      // Nothing of the request but its path may reach it.
      const request = new Request(new URL(at, config.publicUrl));
      return renderPage(request, await contextOf(c, running));
    };
    const status = kind === "of unknown" ? 404 : 200;
    return cache.answer(name, c.req.raw, make, { status, forCdns: !kind });
  }

  /** Asked for anew each time; Back finds it in the browser, also as the answer to a form, which it must not send again. */
  async function showPage(c: Context<ApiEnv>, ctx: PageCtx): Promise<Response> {
    const secured = await renderPage(underPlainPath(c.req.raw), ctx, c.get("posted"));
    if (!built) return secured;
    secured.headers.set("X-Request-Id", ctx.requestId);
    if (!secured.headers.has("Cache-Control")) secured.headers.set("Cache-Control", "private, no-cache");
    return c.newResponse(secured.body, secured);
  }

  async function renderPage(
    request: Request,
    ctx: PageCtx,
    posted: PostedFields | null = null,
  ): Promise<Response> {
    const page = await pages.render(request, ctx);
    if (ctx.infraFailure && page.status >= 500) {
      return replaceFailedPage(page, ctx.infraFailure, origins.https, posted);
    }
    return built ? securePage(page, origins) : page;
  }

  return http;
}

/** The same request, where its path has another spelling than the one by which it was routed. */
function underPlainPath(request: Request): Request {
  const url = new URL(request.url);
  const plain = plainPath(url.pathname) ?? "/";
  if (url.pathname === plain) return request;
  url.pathname = plain;
  return new Request(url, request);
}
