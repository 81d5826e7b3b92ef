declare global {
  interface Window {
    /** The router shows what Back and Forward lead to. */
    routerReady?: boolean;
  }
}

/**
 * An inline script: Back before the code of a page is there that was loaded again. The address is then that of the page before,
 * to which the router led in its time, and the browser leaves the page as it is: it is loaded.
 */
export const EARLY_BACK_SCRIPT = `
  const shown = location.pathname + location.search;
  addEventListener("popstate", () => {
    if (!window.routerReady && location.pathname + location.search !== shown) location.reload();
  });`;

/** From now on the router follows Back by itself. */
export function markRouterReady(): void {
  window.routerReady = true;
}
