import { EARLY_BACK_SCRIPT } from "./early-back";
import { RECORD_CLICKS_SCRIPT } from "./early-clicks";
import { PAGE_LINKS_SCRIPT } from "./page-links";

/** Code loads after the first paint, so that it does not compete with styles and fonts. */
const MODULE_ELEMENTS = /(?:<link rel="modulepreload"[^>]*>)+|<script type="module"[^>]*>[\s\S]*?<\/script>/g;
const DEFERRED_CODE = "data-deferred-code";
const DEFERRED_LINK = "data-discover-deferred";

export const FIRST_INTERACTION = "first-interaction";

/** Key of the session storage for typed values of forms while the page reloads. They are restored without an interaction. */
export const RELOAD_DRAFT = "form-draft";

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
 * Wraps preloads and module scripts in templates, whose content is inert. Also defers route discovery,
 * because each discovery renders a whole page. Inline scripts and their CSP hashes stay unchanged.
 */
export function deferModuleScripts(html: string): string {
  const page = import.meta.env.DEV ? html : html.replaceAll(' data-discover="true"', ` ${DEFERRED_LINK}=""`);
  return page.replace(MODULE_ELEMENTS, (code) => `<template ${DEFERRED_CODE}="">${code}</template>`);
}

export function enableRouteDiscovery(): void {
  for (const link of document.querySelectorAll(`a[${DEFERRED_LINK}]`)) {
    link.removeAttribute(DEFERRED_LINK);
    link.setAttribute("data-discover", "true");
  }
}

export const SCRIPTS_FAILED = "data-scripts-failed";

/**
 * Reloads a page that needs its scripts when one of them fails, and shows the notice of `NeedsScripts` if the reload
 * failed, too. Pages without the notice work without scripts.
 */
const SCRIPT_FAILURE_SCRIPT = `
  const onFailure = () => {
    const notice = document.querySelector("[${SCRIPTS_FAILED}]");
    if (!notice) return;
    if (performance.getEntriesByType("navigation")[0].type === "reload") notice.hidden = false;
    else setTimeout(() => location.reload(), 1000);
  };
  addEventListener("error", ({ target }) => target.type === "module" && onFailure(), true);
  addEventListener("unhandledrejection", ({ reason }) => /modul/i.test(reason) && onFailure());`;

/**
 * Loads a failed stylesheet again, after one, two, four and eight seconds, because a page without its styles is hard to
 * use and does not lose what was typed. Those of the document fail before this script runs: no sheet, an empty one, or one whose rules cannot be read.
 */
const STYLE_FAILURE_SCRIPT = `
  const retryStyle = (link, seconds = 1) => {
    link.onerror = () => seconds < 8 && retryStyle(link, 2 * seconds);
    setTimeout(() => {
      link.rel = "";
      link.rel = "stylesheet";
    }, seconds * 1000);
  };
  for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
    try {
      if (link.sheet.cssRules.length > 0) continue;
    } catch {}
    retryStyle(link);
  }
  addEventListener("error", ({ target }) => target.rel === "stylesheet" && !target.onerror && retryStyle(target), true);`;

/** The timeout covers background tabs, which are not painted. */
export const deferredScriptsLoader =
  () => `(() => {${RECORD_CLICKS_SCRIPT}${PAGE_LINKS_SCRIPT}${EARLY_BACK_SCRIPT}${SCRIPT_FAILURE_SCRIPT}${STYLE_FAILURE_SCRIPT}
  const isInteraction = (${createInteractionFilter})();
  const events = ${JSON.stringify(INTERACTION_EVENTS)};
  const onEvent = (event) => {
    if (!isInteraction(event)) return;
    for (const type of events) removeEventListener(type, onEvent, { capture: true });
    window.hadInteraction = true;
    dispatchEvent(new Event("${FIRST_INTERACTION}"));
  };
  for (const type of events) addEventListener(type, onEvent, { capture: true, passive: true });
  try {
    window.hadInteraction = "${RELOAD_DRAFT}" in sessionStorage;
  } catch {}
  const start = () => {
    for (const template of document.querySelectorAll("template[${DEFERRED_CODE}]"))
      template.replaceWith(document.importNode(template.content, true));
  };
  if (document.hidden) return start();
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) start();
  }).observe({ type: "paint", buffered: true });
  setTimeout(start, 2000);
})();`;
