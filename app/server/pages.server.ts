import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { currentLocale, DEFAULT_LOCALE, type Locale, localePrefix } from "../platform/locale/locale";
import { listNamedPaths } from "../site/seo/site-pages.server";
import { type PageCtx, pageCtx } from "./context.server";
import { pagePatterns, sharedPages } from "./shared-pages.server";

export interface Pages {
  /** Renders in the current locale. */
  render(request: Request, ctx: PageCtx): Promise<Response>;
  /** Finds the cache rule of a page (shared-pages.server.ts). */
  sharedAs: ReturnType<typeof sharedPages>;
  /** Route pattern of a page, for metrics. */
  patternOf(path: string): string;
  /** Paths of all pages about a content record. */
  listNamed(ctx: PageCtx): Promise<ReadonlySet<string>>;
}

const handlers = new Map<Locale, ReturnType<typeof createRequestHandler>>();

/** Each locale has its own path prefix and browser build. */
function handlerOf(locale: Locale) {
  let handler = handlers.get(locale);
  if (!handler) {
    const localized = { ...build, basename: localePrefix() || "/", assets: assetsOf(locale) };
    handler = createRequestHandler(localized, import.meta.env.MODE);
    handlers.set(locale, handler);
  }
  return handler;
}

/** The development build serves every locale. */
function assetsOf(locale: Locale): typeof build.assets {
  if (locale === DEFAULT_LOCALE || import.meta.env.DEV) return build.assets;
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
  patternOf: pagePatterns(build.routes),
  listNamed: listNamedPaths,
};
