import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { m } from "~/paraglide/messages";
import { personalData } from "../personal-data.server";
import { visitor } from "../platform/auth/actor";
import { permissionGuard } from "../platform/auth/guards.server";
import { readLinkKeys } from "../platform/auth/links/link-keys.server";
import { ApiError } from "../platform/errors";
import type { ApiEnv } from "../platform/http/api.server";
import { respondError, respondNotFound } from "../platform/http/api-errors.server";
import { healthApi } from "../platform/http/health.server";
import { clientAddressOf, clientNetwork } from "../platform/http/limits/client-address.server";
import { limitRenderings, requestLimits } from "../platform/http/limits/http-limits.server";
import { throttle } from "../platform/http/limits/throttle.server";
import { measureRequests } from "../platform/http/measure-requests.server";
import { setWritePosition } from "../platform/http/replica-reads.server";
import { pageOrigins, plainHeaders, securePage } from "../platform/http/security-headers.server";
import { infraFailureOf } from "../platform/incidents/infra-failure.server";
import { infraFailurePage, replaceFailedPage } from "../platform/incidents/infra-failure-response.server";
import { createFairQueue, QueueFull } from "../platform/jobs/fair-queue";
import {
  currentLocale,
  isTechnicianOnly,
  localPath,
  offeredLocales,
  splitPath,
} from "../platform/locale/locale";
import { inLocale } from "../platform/locale/locale.server";
import { log } from "../platform/log.server";
import { serveBuiltFiles } from "../platform/pages/built-files.server";
import { normalizePath } from "../platform/pages/normalize-path";
import { openPageCache, type PageCache } from "../platform/pages/page-cache.server";
import { capturePostedFields, type PostedFields, plainPage } from "../platform/pages/plain-page.server";
import { createApi } from "./api.server";
import type { Running } from "./boot.server";
import { contextOf, type PageCtx } from "./context.server";
import type { Pages } from "./pages.server";
import { canonicalPath, isUnknownPage, pageAddress, pageOf, ROUTER_PATH } from "./shared-pages.server";

/** The router searches all routes for each path. */
const PATHS_PER_RENDERING = 25;

/** The technician's app with its files, calls and the sign-in that the app opens. */
const TECHNICIAN_PATHS = /^\/(technician|api\/|__manifest$|auth\.data$)/;

/**
 * `built`: folder of browser files; absent in development, where Vite serves them and each request renders
 * its page.
 */
export function createHttp(
  running: Running,
  pages: Pages,
  built?: string,
  cache: PageCache = openPageCache(running.db),
): Hono<ApiEnv> {
  const { config } = running;
  const origins = pageOrigins(config);
  const locales = offeredLocales(config.languages);
  // The first part of a path names the locale, except for English.
  const localeAndPath = (request: Request) => {
    const plain = normalizePath(new URL(request.url).pathname);
    return { isAddress: plain !== null, ...splitPath(plain ?? "/", locales) };
  };
  const http = new Hono<ApiEnv>({ getPath: (request) => localeAndPath(request).path });
  http.onError((error, c) => {
    if (c.req.path.startsWith("/api/")) return respondError(error, c);
    const posted = c.get("posted") ?? null;
    if (error instanceof ApiError && (posted || (error.status === 429 && !c.req.path.endsWith(".data")))) {
      const title = error.status === 429 ? m.common_wait_title() : m.common_refused_title();
      const paragraphs = posted ? [error.message, m.common_failure_input_saved()] : [error.message];
      const { status, headers } = error;
      return plainPage({ title, paragraphs, posted, status, headers, https: origins.https });
    }
    if (error instanceof QueueFull) return infraFailurePage("database-busy", origins.https, posted);
    const failure = infraFailureOf(error);
    if (!failure) {
      const answer = respondError(error, c);
      if (answer.status !== 500 || c.req.path.endsWith(".data")) return answer;
      const paragraphs = [m.common_unexpected_answer(), ...(posted ? [m.common_failure_input_saved()] : [])];
      return plainPage({
        title: m.common_app_error_title(),
        paragraphs,
        posted,
        status: 500,
        https: origins.https,
      });
    }
    log.warn("page-unavailable", "A page could not be served temporarily", {
      error,
      failure,
      path: c.req.path,
    });
    return infraFailurePage(failure, origins.https, posted);
  });
  http.use(measureRequests(pages.patternOf, config.trustProxy));
  if (built) http.use(throttle(config));
  http.use((c, next) => {
    const { isAddress, locale } = localeAndPath(c.req.raw);
    return inLocale(locale, () => {
      if (isAddress) return next();
      throw new ApiError(400, "bad-address", m.common_error_bad_address());
    });
  });
  if (built) http.use(serveBuiltFiles(built));
  http.get("*", (c, next) => {
    const { path, url } = c.req;
    // Other pages are English then.
    const isOtherPage = isTechnicianOnly(currentLocale()) && !TECHNICIAN_PATHS.test(path);
    return isOtherPage ? Promise.resolve(c.redirect(path + new URL(url).search)) : next();
  });
  http.route("/", healthApi(running));

  http.use("/api/*", compress(), async (c, next) => {
    const ctx = await contextOf(c, running);
    c.set("ctx", ctx);
    c.set("config", config);
    c.set("auth", running.auth);
    c.set("live", running.live);
    c.set("replica", running.replica);
    c.set("files", running.files);
    c.set("personalData", personalData);
    await next();
    await setWritePosition(c);
    c.header("X-Request-Id", ctx.requestId);
    for (const [name, value] of Object.entries(plainHeaders(origins))) c.header(name, value);
    // Otherwise the answer stays in the browser after sign-out.
    const isPersonal = ctx.actor !== visitor || c.res.status >= 400;
    if (isPersonal && !c.res.headers.has("Cache-Control")) c.header("Cache-Control", "private, no-store");
  });
  const limits = requestLimits(config);
  http.use("/api/*", limits);
  http.use("/api/admin/*", permissionGuard("office.enter"));
  http.use("/api/account/*", permissionGuard("account.use"));
  http.use("/api/technician/*", permissionGuard("visits.report"));
  http.route("/api", createApi());
  http.all("/api/*", respondNotFound);

  const renderings = limitRenderings(config.clientRateLimit);
  const countRendering = (c: Context) => renderings(clientAddressOf(c, config.trustProxy));
  // Counted separately, because browsers find the routes of all links of a page by themselves.
  const discoveries = limitRenderings(config.clientRateLimit);
  const countDiscovery = (c: Context) => {
    const paths = c.req.query("paths")?.split(",").length ?? 1;
    discoveries(clientAddressOf(c, config.trustProxy), Math.ceil(paths / PATHS_PER_RENDERING));
  };
  // An office opens its pages at the same time in the morning.
  const renderQueued = createFairQueue({ concurrency: 2, maxPerClient: 40, maxWaiting: 400 });
  if (built) {
    http.on(["GET", "HEAD"], "*", async (c, next) => {
      const own = pageAddress(c.req.path, c.req.url);
      const shared = cache.has(localPath(own)) ? { cacheKey: own } : pages.sharedAs(own);
      if (shared === "no-such-data") throw new ApiError(400, "bad-address", m.common_error_bad_address());
      const canonical = canonicalPath(c.req.path);
      if (shared?.cacheKey !== own && canonical !== c.req.path && isSharedAs(canonical, canonical)) {
        return c.redirect(localPath(canonical) + new URL(c.req.url).search, 301);
      }
      const { pathname, search } = new URL(c.req.url);
      if (c.req.path === "/" && pathname !== localPath("/")) return c.redirect(localPath("/") + search, 301);
      if (!shared) return next();
      if (shared.onlyWithoutKey)
        return hasKeys(c) ? next() : reuseCachedPage(c, shared.cacheKey, "of strangers");
      if (isUnknownPage(shared.cacheKey)) return reuseCachedPage(c, shared.cacheKey, "of unknown");
      if (shared.unknownKey && !(await isNamed(c, shared.cacheKey))) {
        return reuseCachedPage(c, shared.unknownKey, "of unknown");
      }
      return reuseCachedPage(c, shared.cacheKey);
    });
  }
  http.all("*", compress(), async (c) => {
    const isRead = ["GET", "HEAD"].includes(c.req.method);
    // Counts before rendering, because even a failed rendering costs time.
    if (built && isRead) (c.req.path === ROUTER_PATH ? countDiscovery : countRendering)(c);
    c.set("posted", await capturePostedFields(c.req.raw));
    const ctx = await contextOf(c, running);
    if (isRead) {
      return built
        ? renderQueued({ client: clientNetwork(ctx.clientIp) }, () => showPage(c, ctx))
        : showPage(c, ctx);
    }
    c.set("ctx", ctx);
    await limits(c, async () => {
      if (built) countRendering(c);
      c.res = await showPage(c, ctx);
    });
  });

  function isSharedAs(address: string, cacheKey: string): boolean {
    const shared = pages.sharedAs(address);
    return shared !== null && shared !== "no-such-data" && shared.cacheKey === cacheKey;
  }

  /** True if the service or trade of the address exists. */
  async function isNamed(c: Context<ApiEnv>, address: string): Promise<boolean> {
    const named = await cache.read("names", async () => pages.listNamed(await contextOf(c, running)));
    return named.has(pageOf(address));
  }

  /** True if the page may differ because of a link key. */
  function hasKeys(c: Context): boolean {
    return c.req.query("key") !== undefined || readLinkKeys(c.req.header("cookie"), config).size > 0;
  }

  /** Answers from the page cache. Addresses can share one entry. */
  function reuseCachedPage(
    c: Context<ApiEnv>,
    address: string,
    kind?: "of strangers" | "of unknown",
  ): Promise<Response> {
    const at = localPath(address);
    const name = kind ? `${kind} ${at}` : at;
    if (kind) c.set("unboundedAddresses", true);
    if (!cache.has(name)) countRendering(c);
    const make = async () => {
      // Passes only the path, so that a cached page contains no data of the visitor.
      const request = new Request(new URL(at, config.publicUrl));
      return renderPage(request, await contextOf(c, running));
    };
    const status = kind === "of unknown" ? 404 : 200;
    return cache.answer(name, c.req.raw, make, { status, forCdns: !kind });
  }

  /**
   * Renders a page that is not shared. Browsers revalidate it but keep it for Back, so that going back never
   * sends a form again.
   */
  async function showPage(c: Context<ApiEnv>, ctx: PageCtx): Promise<Response> {
    const secured = await renderPage(withPlainPath(c.req.raw), ctx, c.get("posted"));
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
    if (!built) return page;
    const { path } = splitPath(new URL(request.url).pathname, locales);
    return securePage(page, origins, {
      microphone: path === "/technician" || path.startsWith("/technician/"),
    });
  }

  return http;
}

function withPlainPath(request: Request): Request {
  const url = new URL(request.url);
  const plain = normalizePath(url.pathname) ?? "/";
  if (url.pathname === plain) return request;
  url.pathname = plain;
  return new Request(url, request);
}
