import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

/** What of a request names a page: its path; for the router's data requests also which routes' data are wanted. */
export function pageAddress(path: string, url: string): string {
  if (!path.endsWith(".data")) return path;
  const routes = URL.parse(url)?.searchParams.get("_routes");
  return routes ? `${path}?_routes=${routes}` : path;
}

/** The one spelling under which a page is found: /Services/ is /services. */
export function canonicalPath(path: string): string {
  return path
    .toLowerCase()
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
}

/** Tells whether an address is that of a shared page (platform/shared-page.ts), or of its data. */
export function sharedPages(routes: ServerBuild["routes"]): (address: string) => boolean {
  const tree = childrenOf(routes, undefined);

  return function isShared(address) {
    const [path = "", wanted] = address.split("?_routes=");
    const isData = path.endsWith(".data");
    const page = isData ? path.replace(/(?<=\/)_\.data$|\.data$/, "") : path;
    if (page !== canonicalPath(page)) return false;
    const matches = matchRoutes(tree, page) ?? [];
    const handle = matches.at(-1)?.route.handle as { shared?: boolean } | undefined;
    if (handle?.shared !== true) return false;
    // Anybody can ask for data of routes that there are not: those are not worth keeping.
    return wanted === undefined || isAmong(wanted.split(","), matches);
  };
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
