declare global {
  interface Window {
    routerReady?: boolean;
  }
}

/**
 * Reloads on Back before the router has loaded, because the router created that history entry and the browser
 * does not reload it.
 */
export const EARLY_BACK_SCRIPT = `
  const shown = location.pathname + location.search;
  addEventListener("popstate", () => {
    if (!window.routerReady && location.pathname + location.search !== shown) location.reload();
  });`;

export function markRouterReady(): void {
  window.routerReady = true;
}
