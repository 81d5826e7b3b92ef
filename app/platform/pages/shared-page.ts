/**
 * `export const handle = sharedPage;` in a route module says that its answer is the same for everyone and for every
 * query string: it is rendered once per change of content and served from memory (page-cache.server.ts). Of the
 * request it may use the path alone. What a page reads must come from tables that `watch_content` watches.
 */
export const sharedPage: SharedPage = { shared: true };

/** One answer for whatever address the route matches: rendered under an address that leads nowhere, as all of these do. */
export const pageOfUnknown: SharedPage = { shared: true, keptAs: "/404" };

/**
 * Behind a mailed link: the same for all whose request has no key of any link, rendered under an address that names no record.
 * It must not show what its address names before it has opened it.
 */
export const pageOfStrangers: SharedPage = { shared: true, ofStrangers: true };

export interface SharedPage {
  shared: true;
  keptAs?: string;
  ofStrangers?: true;
}
