/**
 * `export const handle = sharedPage;`: the page is the same for all visitors and query strings. It may use
 * only the path, and tables watched by `watch_content`.
 */
export const sharedPage: SharedPage = { shared: true };

/** Rendered under an address that does not exist. */
export const sharedNotFoundPage: SharedPage = { shared: true, cacheAs: "/404" };

/** Shared by all requests without a link key. Must not show the reference before it is opened. */
export const sharedLinkPage: SharedPage = { shared: true, withoutLinkKey: true };

export interface SharedPage {
  shared: true;
  cacheAs?: string;
  withoutLinkKey?: true;
}
