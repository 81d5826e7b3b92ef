import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { mapPathSegments } from "../platform/pages/normalize-path";
import type { SharedPage } from "../platform/pages/shared-page";

/** Route discovery of the router. */
export const ROUTER_PATH = "/__manifest";
const UNKNOWN_PATH = "/404";

/** Path, and for data requests the requested routes. */
export function pageAddress(path: string, url: string): string {
  if (!path.endsWith(".data")) return path;
  const routes = URL.parse(url)?.searchParams.get("_routes");
  return routes ? `${path}?_routes=${routes}` : path;
}

/** `/Services/` becomes `/services`. `path` comes from `normalizePath`. */
export function canonicalPath(path: string): string {
  return mapPathSegments(path, (part) => part.toLowerCase())
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
}

/** Cache rule of a page that is the same for everyone. */
export interface CacheRule {
  /** Cache key; several addresses can share one. */
  cacheKey: string;
  /** Cache key of all unknown names, for pages about a record. */
  unknownKey?: string;
  /** Shared only among requests without a link key. */
  onlyWithoutKey?: true;
}

/** Replaces the name of a record in a route pattern or cache key. */
const PLACEHOLDER = "-";

/**
 * Returns null for pages that are rendered per request, and "no-such-data" for data requests with routes of
 * other pages. `match`: the router's matcher.
 */
export function sharedPages(
  routes: ServerBuild["routes"],
  match = matchRoutes,
): (address: string) => CacheRule | "no-such-data" | null {
  const matchPage = createPageMatcher(routes, match);

  return function sharedAs(address) {
    const [path = "", routeIds] = address.split("?_routes=");
    const isData = path.endsWith(".data");
    const page = pageOf(path);
    if (page === ROUTER_PATH) return null;
    const matches = matchPage(page);
    if (routeIds !== undefined && !areRoutesOf(routeIds.split(","), matches)) return "no-such-data";
    const handle = matches.at(-1)?.route.handle as Partial<SharedPage> | undefined;
    if (handle?.shared !== true) return null;
    const at = (other: string) => address.replace(path, isData ? `${other}.data` : other);
    if (handle.cacheAs) return { cacheKey: at(handle.cacheAs) };
    const placeholderPath = pathWithoutNames(matches);
    if (handle.withoutLinkKey) return { cacheKey: at(placeholderPath), onlyWithoutKey: true };
    if (page !== canonicalPath(page)) return null;
    return placeholderPath === page.toLowerCase()
      ? { cacheKey: address }
      : { cacheKey: address, unknownKey: at(placeholderPath) };
  };
}

/** Groups requests by route pattern, such as /services/-. */
export function pagePatterns(routes: ServerBuild["routes"], match = matchRoutes): (path: string) => string {
  const matchPage = createPageMatcher(routes, match);
  return (path) => {
    const page = pageOf(path);
    return page === ROUTER_PATH ? page : pathWithoutNames(matchPage(page));
  };
}

/**
 * Recognises unknown addresses by their first segment, because the router takes a millisecond to rank all
 * routes and a flood would delay other visitors.
 */
function createPageMatcher(routes: ServerBuild["routes"], match: typeof matchRoutes) {
  const tree = childRoutes(routes, undefined);
  const unknownMatches = match(tree, UNKNOWN_PATH) ?? [];
  const firstSegments = new Set(listFirstSegments(tree));
  return (page: string) => {
    const [, ...parts] = page.toLowerCase().split("/");
    return firstSegments.has(parts[0] ?? "")
      ? (match(matchableRoutes(tree, parts), page) ?? [])
      : unknownMatches;
  };
}

/** Replaces the names of records: /services/- for /services/hvac. */
function pathWithoutNames(
  matches: { route: RouteObject; params: Record<string, string | undefined> }[],
): string {
  const { params = {} } = matches.at(-1) ?? {};
  const segments = matches.flatMap(({ route }) => route.path?.split("/").filter(Boolean) ?? []);
  const paramName = (segment: string) => (segment === "*" ? segment : segment.replace(/^:|\?$/g, ""));
  return `/${segments
    .filter((segment) => !segment.startsWith(":") || params[paramName(segment)] !== undefined)
    .map((segment) => (segment === "*" || segment.startsWith(":") ? PLACEHOLDER : segment))
    .join("/")}`;
}

/** Path of the page of an address, also for data requests. */
export function pageOf(address: string): string {
  const [path = ""] = address.split("?");
  return path.replace(/(?<=\/)_\.data$|\.data$/, "");
}

/** First segments of all paths except the catch-all route. */
function listFirstSegments(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, index, children = [] }) => {
    if (path === "*") return [];
    if (index) return [""];
    const [head] = path?.split("/") ?? [];
    if (head?.startsWith(":")) throw new Error(`A route must not begin with a parameter: ${path}`);
    return head ? [head.toLowerCase()] : listFirstSegments(children);
  });
}

/** Leaves out routes with a fixed segment that differs from the path. */
function matchableRoutes(routes: RouteObject[], parts: string[]): RouteObject[] {
  return routes.flatMap((route) => {
    const segments = route.path?.split("/").filter(Boolean) ?? [];
    // Positions after an optional segment are unknown.
    const variableFrom = segments.findIndex((segment) => segment === "*" || segment.endsWith("?"));
    const fixed = variableFrom < 0 ? segments : segments.slice(0, variableFrom);
    const fits = fixed.every((segment, at) => segment.startsWith(":") || segment.toLowerCase() === parts[at]);
    if (!fits) return [];
    if (!route.children?.length || variableFrom >= 0) return [route];
    return [{ ...route, children: matchableRoutes(route.children, parts.slice(fixed.length)) }];
  });
}

export function isUnknownPage(address: string): boolean {
  return /^\/404(\.data|$)/.test(address);
}

function areRoutesOf(ids: string[], matches: { route: RouteObject }[]): boolean {
  const known = matches.map(({ route }) => route.id);
  return new Set(ids).size === ids.length && ids.every((id) => known.includes(id));
}

function childRoutes(routes: ServerBuild["routes"], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive, module } = route!;
      const common = { id, path, caseSensitive, handle: module.handle };
      return index ? { ...common, index } : { ...common, children: childRoutes(routes, id) };
    });
}
