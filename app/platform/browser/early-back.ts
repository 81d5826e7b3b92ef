declare global {
  interface Window {
    /** Set once the router handles Back and Forward. */
    routerReady?: boolean;
  }
}

/**
 * Inline script for Back on a reloaded page before its code has loaded. The browser then changes the address
 * without loading a page, because the router created that history entry. Reloads the page instead.
 */
export const EARLY_BACK_SCRIPT = `
  const shown = location.pathname + location.search;
  addEventListener("popstate", () => {
    if (!window.routerReady && location.pathname + location.search !== shown) location.reload();
  });`;

export function markRouterReady(): void {
  window.routerReady = true;
}
