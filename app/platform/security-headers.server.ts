import { createHash } from "node:crypto";
import type { Config } from "./config.server";

/** What the page may use beyond our own origin, by what the operator configured. */
export interface PageOrigins {
  /** Where the maps script and its calls live; absent: no maps. */
  maps?: string;
  /** Pages are reached over HTTPS. */
  https: boolean;
}

export function pageOrigins(config: Config): PageOrigins {
  return {
    maps: config.googleMapsApiKey ? config.googleMapsScriptBase : undefined,
    https: config.publicUrl.startsWith("https:"),
  };
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

/** The headers that tell a browser what a page may do. No inline script runs that we did not render. */
export function securityHeaders(html: string, origins: PageOrigins): Record<string, string> {
  const maps = origins.maps ? [origins.maps] : [];
  const policy: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...inlineScriptHashes(html), ...maps],
    // Google's script styles its own elements inline.
    "style-src": maps.length > 0 ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    "img-src": ["'self'", "data:", "blob:", ...maps],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...mapsCalls(origins.maps)],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    ...(origins.https ? { "upgrade-insecure-requests": [] } : {}),
  };
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([directive, sources]) => [directive, ...sources].join(" "))
      .join("; "),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(self)",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(origins.https ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/** Google's script calls its other hosts; a stand-in calls itself. */
function mapsCalls(maps: string | undefined): string[] {
  if (!maps) return [];
  return maps.endsWith(".googleapis.com") ? ["https://*.googleapis.com"] : [maps];
}

/** The same page, with its security headers. Anything but HTML is left as it is. */
export async function securePage(response: Response, origins: PageOrigins): Promise<Response> {
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(securityHeaders(html, origins))) headers.set(name, value);
  return new Response(html, { status: response.status, headers });
}
