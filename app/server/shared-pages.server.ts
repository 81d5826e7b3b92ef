import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { mapParts } from "../platform/pages/plain-path";
import type { SharedPage } from "../platform/pages/shared-page";

/** Where the router's code in browsers asks which routes there are. */
export const ROUTER_PATH = "/__manifest";
/** Leads nowhere, as no route begins so. */
const UNKNOWN_PATH = "/404";

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

/** How a page that is the same for everyone, or its data, is rendered and kept. */
export interface Shared {
  /** The address: its own, or the one that it shares with others. */
  as: string;
  /** Of a page whose address names something: what is kept for all names that there are not. */
  unknownAs?: string;
  /** Only for requests without a key of a mailed link. */
  ofStrangers?: true;
}

/** Stands for what an address names, where that is left open. */
const NO_NAME = "-";

/**
 * Tells how a page is shared (platform/pages/shared-page.ts). Null: it is rendered for each request. "no-such-data": the router
 * asks for data of routes that do not belong to the page, which only somebody who made it up does. `match`: the router's.
 */
export function sharedPages(
  routes: ServerBuild["routes"],
  match = matchRoutes,
): (address: string) => Shared | "no-such-data" | null {
  const tree = childrenOf(routes, undefined);
  const ofUnknown = match(tree, UNKNOWN_PATH) ?? [];
  const heads = new Set(headsOf(tree));

  return function sharedAs(address) {
    const [path = "", wanted] = address.split("?_routes=");
    const isData = path.endsWith(".data");
    const page = pageOf(path);
    if (page === ROUTER_PATH) return null;
    // The router ranks all routes that it is given anew each time, which takes a millisecond for those of the product: whoever
    // asks for addresses without end would be ahead of everybody. Those that lead nowhere are told by their beginning.
    const [, ...parts] = page.toLowerCase().split("/");
    const matches = heads.has(parts[0] ?? "") ? (match(near(tree, parts), page) ?? []) : ofUnknown;
    if (wanted !== undefined && !isAmong(wanted.split(","), matches)) return "no-such-data";
    const handle = matches.at(-1)?.route.handle as Partial<SharedPage> | undefined;
    if (handle?.shared !== true) return null;
    const at = (other: string) => address.replace(path, isData ? `${other}.data` : other);
    if (handle.keptAs) return { as: at(handle.keptAs) };
    const unnamed = unnamedPath(matches);
    if (handle.ofStrangers) return { as: at(unnamed), ofStrangers: true };
    if (page !== canonicalPath(page)) return null;
    return unnamed === page.toLowerCase() ? { as: address } : { as: address, unknownAs: at(unnamed) };
  };
}

/** The path of what was matched, without what it names: /services/- of /services/hvac. */
function unnamedPath(matches: { route: RouteObject; params: Record<string, string | undefined> }[]): string {
  const { params = {} } = matches.at(-1) ?? {};
  const words = matches.flatMap(({ route }) => route.path?.split("/").filter(Boolean) ?? []);
  const open = (word: string) => (word === "*" ? word : word.replace(/^:|\?$/g, ""));
  return `/${words
    .filter((word) => !word.startsWith(":") || params[open(word)] !== undefined)
    .map((word) => (word === "*" || word.startsWith(":") ? NO_NAME : word))
    .join("/")}`;
}

/** The path of the page that an address is of, or whose data it is. */
export function pageOf(address: string): string {
  const [path = ""] = address.split("?");
  return path.replace(/(?<=\/)_\.data$|\.data$/, "");
}

/** What paths begin with that match more than the route of all others. */
function headsOf(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, index, children = [] }) => {
    if (path === "*") return [];
    if (index) return [""];
    const [head] = path?.split("/") ?? [];
    if (head?.startsWith(":")) throw new Error(`No path begins with anything: ${path}`);
    return head ? [head.toLowerCase()] : headsOf(children);
  });
}

/** The routes without those that cannot match, as a word of theirs does not stand at its place in the path. */
function near(routes: RouteObject[], parts: string[]): RouteObject[] {
  return routes.flatMap((route) => {
    const words = route.path?.split("/").filter(Boolean) ?? [];
    // After what may be left out, places are not known.
    const open = words.findIndex((word) => word === "*" || word.endsWith("?"));
    const fixed = open < 0 ? words : words.slice(0, open);
    const fits = fixed.every((word, at) => word.startsWith(":") || word.toLowerCase() === parts[at]);
    if (!fits) return [];
    if (!route.children?.length || open >= 0) return [route];
    return [{ ...route, children: near(route.children, parts.slice(fixed.length)) }];
  });
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
