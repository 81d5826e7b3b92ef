import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { mapPathSegments } from "../platform/pages/normalize-path";
import type { SharedPage } from "../platform/pages/shared-page";

/** Path of the router's route discovery in browsers. */
export const ROUTER_PATH = "/__manifest";
/** Matches no route, because no route starts with it. */
const UNKNOWN_PATH = "/404";

/**
 * Returns the part of a request that identifies a page: its path, and for data requests the requested routes.
 */
export function pageAddress(path: string, url: string): string {
  if (!path.endsWith(".data")) return path;
  const routes = URL.parse(url)?.searchParams.get("_routes");
  return routes ? `${path}?_routes=${routes}` : path;
}

/**
 * Normalises a path to the one spelling of its page: /Services/ becomes /services. `path` comes from
 * `normalizePath`.
 */
export function canonicalPath(path: string): string {
  return mapPathSegments(path, (part) => part.toLowerCase())
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
}

/** Cache rule of a page, or of its data, that is the same for everyone. */
export interface Shared {
  /** Address used as cache name: its own, or one that several addresses share. */
  as: string;
  /** Cache name for all names that do not exist, for pages whose address names a record. */
  unknownAs?: string;
  /** The page is shared only among requests without a link key. */
  onlyWithoutKey?: true;
}

/** Placeholder for the name in an address. */
const PLACEHOLDER = "-";

/**
 * Creates the function that finds the cache rule of a page (platform/pages/shared-page.ts). Null: rendered
 * for each request. "no-such-data": the request names routes that do not belong to the page, which no browser
 * does. `match`: the router's matcher.
 */
export function sharedPages(
  routes: ServerBuild["routes"],
  match = matchRoutes,
): (address: string) => Shared | "no-such-data" | null {
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
    if (handle.cacheAs) return { as: at(handle.cacheAs) };
    const placeholderPath = pathWithoutNames(matches);
    if (handle.withoutLinkKey) return { as: at(placeholderPath), onlyWithoutKey: true };
    if (page !== canonicalPath(page)) return null;
    return placeholderPath === page.toLowerCase()
      ? { as: address }
      : { as: address, unknownAs: at(placeholderPath) };
  };
}

/** Creates the function that returns the route pattern of a page, such as /services/-, to group requests. */
export function pagePatterns(routes: ServerBuild["routes"], match = matchRoutes): (path: string) => string {
  const matchPage = createPageMatcher(routes, match);
  return (path) => {
    const page = pageOf(path);
    return page === ROUTER_PATH ? page : pathWithoutNames(matchPage(page));
  };
}

/**
 * The router ranks all its routes for each match, which takes a millisecond. Unknown addresses are recognised by
 * their first part instead, so that a flood of them cannot delay other visitors.
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

/** Returns a matched path with placeholders for its names: /services/- for /services/hvac. */
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

/** Returns the path of the page that an address belongs to, also for data requests. */
export function pageOf(address: string): string {
  const [path = ""] = address.split("?");
  return path.replace(/(?<=\/)_\.data$|\.data$/, "");
}

/** Lists the first parts of all paths that match more than the catch-all route. */
function listFirstSegments(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, index, children = [] }) => {
    if (path === "*") return [];
    if (index) return [""];
    const [head] = path?.split("/") ?? [];
    if (head?.startsWith(":")) throw new Error(`A route must not begin with a parameter: ${path}`);
    return head ? [head.toLowerCase()] : listFirstSegments(children);
  });
}

/** Returns the routes that can match, leaving out those with a fixed part that differs from the path. */
function matchableRoutes(routes: RouteObject[], parts: string[]): RouteObject[] {
  return routes.flatMap((route) => {
    const segments = route.path?.split("/").filter(Boolean) ?? [];
    // Positions after an optional part are unknown.
    const variableFrom = segments.findIndex((segment) => segment === "*" || segment.endsWith("?"));
    const fixed = variableFrom < 0 ? segments : segments.slice(0, variableFrom);
    const fits = fixed.every((segment, at) => segment.startsWith(":") || segment.toLowerCase() === parts[at]);
    if (!fits) return [];
    if (!route.children?.length || variableFrom >= 0) return [route];
    return [{ ...route, children: matchableRoutes(route.children, parts.slice(fixed.length)) }];
  });
}

/** True for the shared address of unknown pages, or of its data. */
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
