import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { currentLocale, DEFAULT_LOCALE, type Locale, localePrefix } from "../platform/locale/locale";
import { listNamedPaths } from "../site/seo/site-pages.server";
import { type PageCtx, pageCtx } from "./context.server";
import { sharedPages } from "./shared-pages.server";

/** The pages, as the HTTP app knows them. */
export interface Pages {
  /** Renders a page in the language that is spoken now, which the request's address names. */
  render(request: Request, ctx: PageCtx): Promise<Response>;
  /** How a page that is the same for everyone is kept, by its address without the language (shared-pages.server.ts). */
  sharedAs: ReturnType<typeof sharedPages>;
  /** The paths of all pages whose address names something of the content. */
  listNamed(ctx: PageCtx): Promise<ReadonlySet<string>>;
}

const handlers = new Map<Locale, ReturnType<typeof createRequestHandler>>();

/** The same routes in every language: below its prefix, and with the code for browsers that speaks it. */
function handlerOf(locale: Locale) {
  let handler = handlers.get(locale);
  if (!handler) {
    const own = { ...build, basename: localePrefix() || "/", assets: assetsOf(locale) };
    handler = createRequestHandler(own, import.meta.env.MODE);
    handlers.set(locale, handler);
  }
  return handler;
}

/** What the router has browsers load. In development that speaks every language. */
function assetsOf(locale: Locale): typeof build.assets {
  if (locale === DEFAULT_LOCALE || import.meta.env.DEV) return build.assets;
  // Each other language has a build of its own for browsers (scripts/prepare.mjs).
  const folder = `build/${locale}/client/assets`;
  const file = readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name));
  if (!file) throw new Error(`There is no manifest in ${folder}`);
  const script = readFileSync(join(folder, file), "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
}

export const pages: Pages = {
  render(request, ctx) {
    const context = new RouterContextProvider();
    context.set(pageCtx, ctx);
    return handlerOf(currentLocale())(request, context);
  },
  sharedAs: sharedPages(build.routes),
  listNamed: listNamedPaths,
};
