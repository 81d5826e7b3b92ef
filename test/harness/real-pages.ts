import { join } from "node:path";
import type { FunctionComponent } from "react";
import {
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_withComponentProps as withProps,
} from "react-router";
import * as entry from "~/entry.server";
import * as root from "~/root";
import routes from "~/routes";
import { pageCtx } from "~/server/context.server";
import type { Pages } from "~/server/pages.server";
import { pagePatterns, sharedPages } from "~/server/shared-pages.server";
import { listNamedPaths } from "~/site/seo/site-pages.server";

type RouteEntry = (typeof routes)[number];
type Routes = ServerBuild["routes"];

/**
 * The pages, rendered by the router from their sources: without the build, and so without browser code.
 * `basename`: prefix of their language.
 */
export async function createRealPages(basename = "/"): Promise<Pages> {
  const routeModules: Routes = { root: route("root", undefined, {}, root) };
  for (const each of routes) await add(each, "root");

  async function add({ file, path, index, children = [] }: RouteEntry, parentId: string): Promise<void> {
    // Only the site has forms that work without JavaScript.
    if (!file.startsWith("site/")) return;
    const module = await import(join(import.meta.dirname, "../../app", file));
    const id = file.replace(/\.tsx?$/, "");
    routeModules[id] = route(id, parentId, { path, index }, module);
    for (const each of children) await add(each, id);
  }

  const handler = createRequestHandler({
    entry: { module: entry },
    routes: routeModules,
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: Object.fromEntries(Object.keys(routeModules).map((id) => [id, manifestOf(routeModules[id]!)])),
      url: "/manifest.js",
      version: "test",
    },
    basename,
    assetsBuildDirectory: "",
    publicPath: "/",
    future: {},
    isSpaMode: false,
    prerender: [],
    ssr: true,
    routeDiscovery: { mode: "initial" },
    allowedActionOrigins: ["**"],
  } as unknown as ServerBuild);

  return {
    render(request, ctx) {
      const context = new RouterContextProvider();
      context.set(pageCtx, ctx);
      return handler(request, context);
    },
    sharedAs: sharedPages(routeModules),
    patternOf: pagePatterns(routeModules),
    listNamed: listNamedPaths,
  };
}

type Route = NonNullable<Routes[string]>;

function route(
  id: string,
  parentId: string | undefined,
  { path, index }: Pick<RouteEntry, "path" | "index">,
  module: object,
): Route {
  const { default: Page } = module as Route["module"];
  // Passes the data as props, as the router's build does.
  const page = Page && { default: withProps(Page as FunctionComponent) };
  return { id, parentId, path, index, module: { ...module, ...page } as Route["module"] };
}

function manifestOf({ id, parentId, path, index, module: { action, loader } }: Route) {
  return {
    id,
    parentId,
    path,
    index,
    hasAction: action !== undefined,
    // Set only for pages with a loader, because a declared loader without data is rendered as loading.
    hasLoader: loader !== undefined,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: false,
    module: `/${id}.js`,
    imports: [],
  };
}
