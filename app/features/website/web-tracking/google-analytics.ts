import { anonymizePath } from "~/platform/pages/anonymize-path";
import { onCounted } from "./counter";
import type { CountedEvent } from "./events";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const loaded = new Set<string>();

function gtag(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: Google's script expects it.
  window.dataLayer.push(arguments);
}

/**
 * Forwards counted events to Google Analytics with the visitor's consent, without keys and references in
 * paths. Returns the function that withdraws the consent.
 */
export function startGoogleAnalytics(id: string): () => void {
  setOptOut(id, false);
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
  forward({ name: "page_view", path: window.location.pathname, details: {} });
  const stop = onCounted(forward);
  return () => {
    stop();
    setOptOut(id, true);
    deleteCookies();
  };
}

function forward({ name, path, details }: CountedEvent): void {
  gtag("event", name, { ...details, ...pageFacts(path) });
}

/** Replaces address, title and referrer, because they can contain a booking's key. */
function pageFacts(path: string) {
  const counted = anonymizePath(path);
  return {
    page_location: window.location.origin + counted,
    page_title: counted,
    page_referrer: URL.parse(document.referrer)?.origin ?? "",
  };
}

function setOptOut(id: string, off: boolean): void {
  Object.assign(window, { [`ga-disable-${id}`]: off });
}

function deleteCookies(): void {
  const names = document.cookie.split("; ").map((cookie) => cookie.split("=", 1)[0] ?? "");
  const { hostname } = window.location;
  for (const name of names.filter((name) => name.startsWith("_ga"))) {
    for (const domain of ["", `; domain=${hostname}`, `; domain=.${hostname}`]) {
      // biome-ignore lint/suspicious/noDocumentCookie: some browsers lack the Cookie Store API.
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
