import { EARLY_BACK_SCRIPT } from "./early-back";
import { RECORD_CLICKS_SCRIPT } from "./early-clicks";
import { PAGE_LINKS_SCRIPT } from "./page-links";

/**
 * A page's code is fetched after its first paint: until then nothing competes with the styles and the font that the
 * paint waits for, and a page reads and posts without code. The server marks the code as late, this starts it.
 */
const DEFERRED_PRELOAD = "deferred-modulepreload";
const DEFERRED_SCRIPT = "deferred-module";
const DEFERRED_LINK = "data-discover-deferred";

declare global {
  interface Window {
    /** A visitor gave a sign before the page's code was there. */
    hadInteraction?: boolean;
  }
}

/**
 * Whoever moves a mouse, scrolls, clicks or types is about to use the page. Browsers tell of a move, too, when a page appears below
 * a mouse that rests: that is no sign.
 */
export const INTERACTION_EVENTS = [
  "pointermove",
  "pointerdown",
  "keydown",
  "focusin",
  "input",
  "scroll",
  "popstate",
] as const;

export function isInteraction({ type, movementX, movementY }: Event & Partial<PointerEvent>): boolean {
  return type !== "pointermove" || movementX !== 0 || movementY !== 0;
}

/**
 * Marks what React Router writes into a page to load its code, and the links whose pages it would ask for at once: its answer to
 * each renders the whole page anew (`enableRouteDiscovery`). The texts stay as they are, and so do their hashes.
 */
export function deferModuleScripts(html: string): string {
  // In development React would complain of the links.
  const page = import.meta.env.DEV ? html : html.replaceAll(' data-discover="true"', ` ${DEFERRED_LINK}=""`);
  return page
    .replaceAll('<link rel="modulepreload"', `<link rel="${DEFERRED_PRELOAD}"`)
    .replaceAll('<script type="module"', `<script type="${DEFERRED_SCRIPT}"`);
}

/** Lets the router find out where the page's links lead, so that following one waits for nothing more than its page. */
export function enableRouteDiscovery(): void {
  for (const link of document.querySelectorAll(`a[${DEFERRED_LINK}]`)) {
    link.removeAttribute(DEFERRED_LINK);
    link.setAttribute("data-discover", "true");
  }
}

/**
 * An inline script, which the browser's code leaves out. A script starts only if it is put into the page with the right type, so each is replaced by its like:
 * what React expects to find there. A tab that opens behind another, or is rendered ahead, is not painted; nor does every
 * browser tell of its paints, hence the time.
 */
export const deferredScriptsLoader = () => `(() => {${RECORD_CLICKS_SCRIPT}${PAGE_LINKS_SCRIPT}${EARLY_BACK_SCRIPT}
  for (const sign of ${JSON.stringify(INTERACTION_EVENTS)}) {
    addEventListener(sign, (event) => {
      if ((${isInteraction})(event)) window.hadInteraction = true;
    }, { capture: true, passive: true });
  }
  const start = () => {
    for (const link of document.querySelectorAll('link[rel="${DEFERRED_PRELOAD}"]')) link.rel = "modulepreload";
    for (const deferred of document.querySelectorAll('script[type="${DEFERRED_SCRIPT}"]')) {
      const script = document.createElement("script");
      script.type = "module";
      script.textContent = deferred.textContent;
      deferred.replaceWith(script);
    }
  };
  if (document.hidden) return start();
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) start();
  }).observe({ type: "paint", buffered: true });
  setTimeout(start, 2000);
})();`;
