/**
 * `export const handle = sharedPage;` in a route module: the page is the same for all visitors and query
 * strings. It is rendered once per content change and then cached (page-cache.server.ts). It may use only the
 * path of the request, and read only tables watched by `watch_content`.
 */
export const sharedPage: SharedPage = { shared: true };

/** One page for all addresses of the route, rendered under an address that does not exist. */
export const sharedNotFoundPage: SharedPage = { shared: true, cacheAs: "/404" };

/**
 * Page of a mailed link, shared by all requests without a link key. Must not show the record's reference
 * before it is opened.
 */
export const sharedLinkPage: SharedPage = { shared: true, withoutLinkKey: true };

export interface SharedPage {
  shared: true;
  cacheAs?: string;
  withoutLinkKey?: true;
}
