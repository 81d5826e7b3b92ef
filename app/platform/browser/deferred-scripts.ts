import { EARLY_BACK_SCRIPT } from "./early-back";
import { RECORD_CLICKS_SCRIPT } from "./early-clicks";
import { PAGE_LINKS_SCRIPT } from "./page-links";

/**
 * Loads a page's code after its first paint, so that it does not compete with styles and fonts. Pages can be
 * read and posted without code. The server marks the scripts, the inline script starts them.
 */
const DEFERRED_PRELOAD = "deferred-modulepreload";
const DEFERRED_SCRIPT = "deferred-module";
const DEFERRED_LINK = "data-discover-deferred";

/** Event on `window` at the first interaction of the page's life. */
export const FIRST_INTERACTION = "first-interaction";

declare global {
  interface Window {
    hadInteraction?: boolean;
  }
}

/** Events of a visitor who is about to use the page. */
const INTERACTION_EVENTS = [
  "pointermove",
  "pointerdown",
  "keydown",
  "focusin",
  "input",
  "scroll",
  "popstate",
];

/**
 * Returns a filter for interaction events. A pointer move counts once the pointer has left the position of the first one, because
 * browsers also report a move when a page appears under a resting pointer. Positions are compared instead of `movementX`: from
 * version 156 on, Chromium reports no movement with the first move on a page, even if a hand made it.
 *
 * The inline script contains the text of this function, so it uses nothing from outside.
 */
export function createInteractionFilter(): (event: Event & Partial<PointerEvent>) => boolean {
  let first: { x: number | undefined; y: number | undefined } | undefined;
  return ({ type, screenX, screenY }) => {
    if (type !== "pointermove") return true;
    first ??= { x: screenX, y: screenY };
    return first.x !== screenX || first.y !== screenY;
  };
}

/**
 * Marks the scripts of React Router, and the links whose routes it would discover at once, because each
 * discovery renders a whole page (`enableRouteDiscovery`). Inline texts and their CSP hashes stay unchanged.
 */
export function deferModuleScripts(html: string): string {
  // React reports changed links in development.
  const page = import.meta.env.DEV ? html : html.replaceAll(' data-discover="true"', ` ${DEFERRED_LINK}=""`);
  return page
    .replaceAll('<link rel="modulepreload"', `<link rel="${DEFERRED_PRELOAD}"`)
    .replaceAll('<script type="module"', `<script type="${DEFERRED_SCRIPT}"`);
}

/** Lets the router discover the routes of the page's links, so that following one only loads its page. */
export function enableRouteDiscovery(): void {
  for (const link of document.querySelectorAll(`a[${DEFERRED_LINK}]`)) {
    link.removeAttribute(DEFERRED_LINK);
    link.setAttribute("data-discover", "true");
  }
}

/**
 * Inline script. Replaces each marked script by a real one, because changing the type of an existing script
 * does not run it. Starts after the first paint, or after two seconds, because background tabs are not
 * painted and some browsers do not report paints.
 */
export const deferredScriptsLoader =
  () => `(() => {${RECORD_CLICKS_SCRIPT}${PAGE_LINKS_SCRIPT}${EARLY_BACK_SCRIPT}
  const isInteraction = (${createInteractionFilter})();
  const events = ${JSON.stringify(INTERACTION_EVENTS)};
  const onEvent = (event) => {
    if (!isInteraction(event)) return;
    for (const type of events) removeEventListener(type, onEvent, { capture: true });
    window.hadInteraction = true;
    dispatchEvent(new Event("${FIRST_INTERACTION}"));
  };
  for (const type of events) addEventListener(type, onEvent, { capture: true, passive: true });
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
