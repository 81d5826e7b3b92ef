import { createHash } from "node:crypto";
import type { Config } from "../config.server";

export interface PageOrigins {
  maps?: string;
  captcha?: string;
  /** Also needs the visitor's consent. */
  analytics: boolean;
  /** Checkout page, only as target of forms. */
  payments?: string;
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

function checkoutOf(apiBase: string): string {
  return apiBase === "https://api.stripe.com" ? "https://checkout.stripe.com" : new URL(apiBase).origin;
}

const INLINE_SCRIPT = /<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g;

/** Uses hashes instead of nonces, because cached pages are reused. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const { groups } of html.matchAll(INLINE_SCRIPT)) {
    if (!groups?.code || /\ssrc=/.test(groups.attributes ?? "")) continue;
    // Data blocks (JSON-LD) are not executed.
    if (/\stype="application\//.test(groups.attributes ?? "")) continue;
    hashes.add(`'sha256-${createHash("sha256").update(groups.code).digest("base64")}'`);
  }
  return [...hashes];
}

export function plainHeaders({ https }: Pick<PageOrigins, "https">): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    ...(https ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/** https://developers.google.com/tag-platform/security/guides/csp, without advertising. */
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

/** `microphone`: the technician's app takes dictation and voice messages. */
export function securityHeaders(
  html: string,
  origins: PageOrigins,
  { microphone = false } = {},
): Record<string, string> {
  const maps = origins.maps ? [origins.maps] : [];
  const captcha = origins.captcha ? [origins.captcha] : [];
  const analytics = origins.analytics ? ANALYTICS : NOTHING;
  const policy: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...inlineScriptHashes(html), ...maps, ...captcha, ...analytics.script],
    // Google's script styles its elements inline.
    "style-src": maps.length > 0 ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    "img-src": ["'self'", "data:", "blob:", ...maps, ...analytics.image],
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...mapsCalls(origins.maps), ...analytics.connect],
    "object-src": ["'none'"],
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
    // For clients that ignore `frame-ancestors`.
    "X-Frame-Options": "DENY",
    // Disables old filters, which can be exploited (OWASP, HTTP Headers Cheat Sheet).
    "X-XSS-Protection": "0",
    "Permissions-Policy": `camera=(), microphone=(${microphone ? "self" : ""}), geolocation=(self)`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}

function mapsCalls(maps: string | undefined): string[] {
  if (!maps) return [];
  return maps.endsWith(".googleapis.com") ? ["https://*.googleapis.com"] : [maps];
}

export async function securePage(
  response: Response,
  origins: PageOrigins,
  permissions: { microphone?: boolean } = {},
): Promise<Response> {
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const body = isPage ? await response.text() : response.body;
  const added =
    typeof body === "string" ? securityHeaders(body, origins, permissions) : plainHeaders(origins);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(added)) {
    if (name !== "Referrer-Policy" || !headers.has(name)) headers.set(name, value);
  }
  return new Response(body, { status: response.status, headers });
}
