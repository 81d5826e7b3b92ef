import { createHash } from "node:crypto";
import type { Config } from "../config.server";

/** What the page may use beyond our own origin, by what the operator configured. */
export interface PageOrigins {
  /** Where the maps script and its calls live; absent: no maps. */
  maps?: string;
  /** Where Turnstile's script and its frame live; absent: another captcha, or none. */
  captcha?: string;
  /** Google Analytics; whether it is loaded depends on the visitor's consent besides. */
  analytics: boolean;
  /** Where a payment is made: forms may lead there. Our pages load nothing from it. Absent: no card payments. */
  payments?: string;
  /** Pages are reached over HTTPS. */
  https: boolean;
}

export function pageOrigins(config: Config): PageOrigins {
  return {
    maps: config.googleMapsApiKey ? config.googleMapsScriptBase : undefined,
    captcha: config.captcha.provider === "turnstile" ? config.captcha.apiBase : undefined,
    analytics: config.gaMeasurementId !== undefined,
    payments: config.stripeSecretKey ? checkoutOf(config.stripeApiBase) : undefined,
    https: config.publicUrl.startsWith("https:"),
  };
}

/** Stripe's API makes checkout pages on another host; a stand-in makes them on its own. */
function checkoutOf(apiBase: string): string {
  return apiBase === "https://api.stripe.com" ? "https://checkout.stripe.com" : new URL(apiBase).origin;
}

const INLINE_SCRIPT = /<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g;

/** CSP sources of the inline scripts in a rendered page: hashes, so that a stored page needs no new nonce. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const { groups } of html.matchAll(INLINE_SCRIPT)) {
    if (!groups?.code || /\ssrc=/.test(groups.attributes ?? "")) continue;
    // Data blocks (JSON-LD) are not run, so they need no leave.
    if (/\stype="application\//.test(groups.attributes ?? "")) continue;
    hashes.add(`'sha256-${createHash("sha256").update(groups.code).digest("base64")}'`);
  }
  return [...hashes];
}

/** The headers of every answer, page or not. */
export function plainHeaders({ https }: Pick<PageOrigins, "https">): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    ...(https ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/** https://developers.google.com/tag-platform/security/guides/csp, without what advertising needs. */
const ANALYTICS = {
  script: ["https://www.googletagmanager.com"],
  image: ["https://*.google-analytics.com", "https://www.googletagmanager.com"],
  connect: [
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
    "https://www.googletagmanager.com",
  ],
};
const NOTHING = { script: [], image: [], connect: [] };

/** The headers that tell a browser what a page may do. No inline script runs that we did not render. */
export function securityHeaders(html: string, origins: PageOrigins): Record<string, string> {
  const maps = origins.maps ? [origins.maps] : [];
  const captcha = origins.captcha ? [origins.captcha] : [];
  const analytics = origins.analytics ? ANALYTICS : NOTHING;
  const policy: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...inlineScriptHashes(html), ...maps, ...captcha, ...analytics.script],
    // Google's script styles its own elements inline.
    "style-src": maps.length > 0 ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    "img-src": ["'self'", "data:", "blob:", ...maps, ...analytics.image],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...mapsCalls(origins.maps), ...analytics.connect],
    "object-src": ["'none'"],
    // A mail is shown as it was sent, in a frame that may do nothing (asFramedHtml).
    "frame-src": ["'self'", ...captcha],
    "base-uri": ["'none'"],
    "form-action": ["'self'", ...(origins.payments ? [origins.payments] : [])],
    "frame-ancestors": ["'none'"],
    ...(origins.https ? { "upgrade-insecure-requests": [] } : {}),
  };
  return {
    ...plainHeaders(origins),
    "Content-Security-Policy": Object.entries(policy)
      .map(([directive, sources]) => [directive, ...sources].join(" "))
      .join("; "),
    // As `frame-ancestors` says, for what reads only this.
    "X-Frame-Options": "DENY",
    // The filter of old browsers could be turned against a page (OWASP, HTTP Headers Cheat Sheet).
    "X-XSS-Protection": "0",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(self)",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}

/** Google's script calls its other hosts; a stand-in calls itself. */
function mapsCalls(maps: string | undefined): string[] {
  if (!maps) return [];
  return maps.endsWith(".googleapis.com") ? ["https://*.googleapis.com"] : [maps];
}

/** The same answer with the headers it needs: all of them for a page, the plain ones for anything else. */
export async function securePage(response: Response, origins: PageOrigins): Promise<Response> {
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const body = isPage ? await response.text() : response.body;
  const added = typeof body === "string" ? securityHeaders(body, origins) : plainHeaders(origins);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(added)) {
    // A page may be stricter.
    if (name !== "Referrer-Policy" || !headers.has(name)) headers.set(name, value);
  }
  return new Response(body, { status: response.status, headers });
}
