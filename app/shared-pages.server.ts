import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { mapParts } from "./platform/plain-path";
import type { SharedPage } from "./platform/shared-page";

/** What of a request names a page: its path; for the router's data requests also which routes' data are wanted. */
export function pageAddress(path: string, url: string): string {
  if (!path.endsWith(".data")) return path;
  const routes = URL.parse(url)?.searchParams.get("_routes");
  return routes ? `${path}?_routes=${routes}` : path;
}

/** The one spelling under which a page is found: /Services/ is /services. `path`: as `plainPath` has it. */
export function canonicalPath(path: string): string {
  return mapParts(path, (part) => part.toLowerCase())
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
}

/**
 * Tells under which address a page that is the same for everyone (platform/shared-page.ts), or its data, is rendered and
 * kept: its own, or the one that it shares with others. Null: it is no such page.
 */
export function sharedPages(routes: ServerBuild["routes"]): (address: string) => string | null {
  const tree = childrenOf(routes, undefined);

  return function sharedAs(address) {
    const [path = "", wanted] = address.split("?_routes=");
    const isData = path.endsWith(".data");
    const page = isData ? path.replace(/(?<=\/)_\.data$|\.data$/, "") : path;
    const matches = matchRoutes(tree, page) ?? [];
    const handle = matches.at(-1)?.route.handle as Partial<SharedPage> | undefined;
    if (handle?.shared !== true) return null;
    // Anybody can ask for data of routes that there are not: those are not worth keeping.
    if (wanted !== undefined && !isAmong(wanted.split(","), matches)) return null;
    if (handle.keptAs) return address.replace(path, isData ? `${handle.keptAs}.data` : handle.keptAs);
    return page === canonicalPath(page) ? address : null;
  };
}

/** Whether it is the one address of all that lead nowhere, or of its data. */
export function isOfUnknown(address: string): boolean {
  return /^\/404(\.data|$)/.test(address);
}

function isAmong(ids: string[], matches: { route: RouteObject }[]): boolean {
  const known = matches.map(({ route }) => route.id);
  return new Set(ids).size === ids.length && ids.every((id) => known.includes(id));
}

function childrenOf(routes: ServerBuild["routes"], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive, module } = route!;
      const common = { id, path, caseSensitive, handle: module.handle };
      return index ? { ...common, index } : { ...common, children: childrenOf(routes, id) };
    });
}
