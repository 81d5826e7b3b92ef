import { EARLY_BACK_SCRIPT } from "./early-back";
import { RECORD_CLICKS_SCRIPT } from "./early-clicks";
import { PAGE_LINKS_SCRIPT } from "./page-links";

/** Code loads after the first paint, so that it does not compete with styles and fonts. */
const DEFERRED_PRELOAD = "deferred-modulepreload";
const DEFERRED_SCRIPT = "deferred-module";
const DEFERRED_LINK = "data-discover-deferred";

export const FIRST_INTERACTION = "first-interaction";

declare global {
  interface Window {
    hadInteraction?: boolean;
  }
}

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
 * Counts a pointer move from its second position on, because browsers report one move when a page appears
 * under a resting pointer.
 *
 * The inline script contains this function's text, so it must not use outer variables.
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
 * Also defers route discovery, because each discovery renders a whole page. Inline scripts and their CSP
 * hashes stay unchanged.
 */
export function deferModuleScripts(html: string): string {
  const page = import.meta.env.DEV ? html : html.replaceAll(' data-discover="true"', ` ${DEFERRED_LINK}=""`);
  return page
    .replaceAll('<link rel="modulepreload"', `<link rel="${DEFERRED_PRELOAD}"`)
    .replaceAll('<script type="module"', `<script type="${DEFERRED_SCRIPT}"`);
}

export function enableRouteDiscovery(): void {
  for (const link of document.querySelectorAll(`a[${DEFERRED_LINK}]`)) {
    link.removeAttribute(DEFERRED_LINK);
    link.setAttribute("data-discover", "true");
  }
}

/**
 * Replaces each script element, because changing its type does not run it. The timeout covers background
 * tabs, which are not painted.
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
