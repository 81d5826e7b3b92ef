import { countedPath } from "~/platform/pages/counted-path";
import { onCounted } from "./counter";
import type { CountedEvent } from "./events";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const loaded = new Set<string>();

// Google's script takes `arguments` apart, not arrays.
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above.
  window.dataLayer.push(arguments);
}

/**
 * Hands what is counted on to Google Analytics: call it with the visitor's consent only. Google is told the same paths as
 * our own count, without keys and references, and nothing for advertising. The function it returns takes the consent back.
 */
export function startGoogleAnalytics(id: string): () => void {
  switchOff(id, false);
  if (!loaded.has(id)) {
    loaded.add(id);
    gtag("js", new Date());
    gtag("config", id, {
      ...pageFacts(window.location.pathname),
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    });
    const script = document.createElement("script");
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${id}`;
    document.head.append(script);
  }
  tell({ name: "page_view", path: window.location.pathname, details: {} });
  const stop = onCounted(tell);
  return () => {
    stop();
    switchOff(id, true);
    forgetCookies();
  };
}

function tell({ name, path, details }: CountedEvent): void {
  gtag("event", name, { ...details, ...pageFacts(path) });
}

/** The address of a page and its title may hold a booking's key and reference, the referrer as well. */
function pageFacts(path: string) {
  const counted = countedPath(path);
  return {
    page_location: window.location.origin + counted,
    page_title: counted,
    page_referrer: URL.parse(document.referrer)?.origin ?? "",
  };
}

/** Google's own switch: its script looks at it before it sends anything. */
function switchOff(id: string, off: boolean): void {
  Object.assign(window, { [`ga-disable-${id}`]: off });
}

function forgetCookies(): void {
  const names = document.cookie.split("; ").map((cookie) => cookie.split("=", 1)[0] ?? "");
  const { hostname } = window.location;
  for (const name of names.filter((name) => name.startsWith("_ga"))) {
    for (const domain of ["", `; domain=${hostname}`, `; domain=.${hostname}`]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
