import type { HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import { every } from "hono/combine";
import { csrf } from "hono/csrf";
import { createMiddleware } from "hono/factory";
import { m } from "~/paraglide/messages";
import { keyIdOf, userIdOf } from "../../auth/actor";
import { ApiError, tooManyRequests } from "../../errors";
import { PICTURE_LIMIT_BYTES } from "../../files/picture-limits";
import { keyedSemaphore } from "../../jobs/keyed-semaphore";
import type { ApiEnv } from "../api.server";
import { trustedOrigins } from "../origins.server";
import { clientNetwork } from "./client-address.server";

const BODY_LIMIT_BYTES = 1024 * 1024;
export const PICTURES_PATH = "/pictures" as const;
export const RECORDINGS_PATH = "/recordings" as const;
export const CERTIFICATES_PATH = "/admin/certificate-files" as const;
export const PERMITS_PATH = "/permit-files" as const;
export const LOGO_PATH = "/admin/logo" as const;
export const TECHNICIAN_PICTURE_PATH = "/admin/technicians/{technicianId}/picture" as const;
export const INBOUND_MAIL_PATH = "/messages/mail/incoming" as const;
const uploadPaths = [
  PICTURES_PATH,
  RECORDINGS_PATH,
  CERTIFICATES_PATH,
  LOGO_PATH,
  PERMITS_PATH,
  TECHNICIAN_PICTURE_PATH,
  INBOUND_MAIL_PATH,
].map((path) => new RegExp(`^/api${path.replace(/\{\w+\}/, "[^/]+")}$`));
export const IMPORT_PATHS = {
  customers: "/admin/imports/customers",
  bookings: "/admin/imports/bookings",
} as const;
const listPaths = Object.values(IMPORT_PATHS).map((path) => `/api${path}`);
const LIST_LIMIT_BYTES = 8 * 1024 * 1024;
/** Longer than any text of a form. */
const LONG_BODY_BYTES = 16 * 1024;
const LONG_BODIES = { ofClient: 3, ofStrangers: 30 };
const MINUTE_MS = 60_000;

export function requestLimits(config: { publicUrl: string; clientRateLimit: number }) {
  const sameOrigin = refuseOtherOrigins(trustedOrigins(config.publicUrl));
  return every(
    limitClients(config.clientRateLimit),
    // API keys and signed forms need no CSRF check, because browsers do not add them by themselves.
    createMiddleware<ApiEnv>((c, next) =>
      keyIdOf(c.get("ctx").actor) || isSignedForm(c.req) ? next() : sameOrigin(c, next),
    ),
    limitBodies(),
  );
}

/** Webhook of Twilio, Unifonic or Mailgun: a form, whose signature or key the endpoint checks. Browsers name their origin. */
function isSignedForm(request: HonoRequest): boolean {
  const { path } = request;
  const isSigned =
    /^\/api\/messages\/(?:twilio|unifonic)\//.test(path) || path === `/api${INBOUND_MAIL_PATH}`;
  return isSigned && request.header("Origin") === undefined;
}

function limitBodies() {
  const limitTo = (maxSize: number, message: () => string) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new ApiError(413, "too-large", message());
      },
    });
  const usual = limitTo(BODY_LIMIT_BYTES, m.common_error_too_large);
  const uploads = limitTo(PICTURE_LIMIT_BYTES, m.file_picture_too_large);
  const lists = limitTo(LIST_LIMIT_BYTES, m.common_error_too_large);
  const perClient = keyedSemaphore(LONG_BODIES.ofClient);
  const ofStrangers = keyedSemaphore(LONG_BODIES.ofStrangers);
  return createMiddleware<ApiEnv>((c, next) => {
    const isUpload = uploadPaths.some((path) => path.test(c.req.path));
    const limit = listPaths.includes(c.req.path) ? lists : isUpload ? uploads : usual;
    const contentLength = contentLengthOf(c.req.raw.headers);
    if (contentLength !== null && (isUpload || contentLength <= LONG_BODY_BYTES)) return limit(c, next);
    const { actor, clientIp } = c.get("ctx");
    const userId = userIdOf(actor);
    const read = () => Promise.resolve(limit(c, next));
    return perClient(userId ?? clientNetwork(clientIp), () => (userId ? read() : ofStrangers("", read)));
  });
}

function contentLengthOf(headers: Headers): number | null {
  if (headers.has("Transfer-Encoding")) return null;
  return Number(headers.get("Content-Length") ?? 0);
}

/** Protects the machine with a coarse limit per process; precise limits are counted in the database. */
export function limitClients(perMinute: number) {
  const counts = new Map<string, number>();
  let windowEnds = Number.NEGATIVE_INFINITY;
  return createMiddleware<ApiEnv>(async (c, next) => {
    const network = clientNetwork(c.get("ctx").clientIp);
    const now = performance.now();
    if (now >= windowEnds) {
      counts.clear();
      windowEnds = now + MINUTE_MS;
    }
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    if (count > perMinute) {
      const seconds = Math.ceil((windowEnds - now) / 1000);
      throw tooManyRequests(seconds, m.common_error_rate_limited({ seconds }));
    }
    await next();
  });
}

const CALLS_PER_RENDERING = 50;
/** An office opens its pages at the same time in the morning. */
const MIN_CONCURRENT = 40;
const MAX_NETWORKS = 10_000;

/** Token bucket per network for uncached pages. Throws 429 when it has fewer than `count` tokens. */
export function limitRenderings(
  callsPerMinute: number,
): (clientIp: string | undefined, count?: number) => void {
  const perMs = callsPerMinute / CALLS_PER_RENDERING / MINUTE_MS;
  const max = Math.max(MIN_CONCURRENT, perMs * 4_000);
  const networks = new Map<string, { left: number; at: number }>();
  return (clientIp, count = 1) => {
    const now = performance.now();
    const leftOf = ({ left, at }: { left: number; at: number }) => Math.min(max, left + (now - at) * perMs);
    if (networks.size > MAX_NETWORKS) {
      for (const [network, known] of networks) if (leftOf(known) === max) networks.delete(network);
    }
    const network = clientNetwork(clientIp);
    const known = networks.get(network);
    const left = known ? leftOf(known) : max;
    if (left < count) {
      const seconds = Math.ceil((count - left) / perMs / 1000);
      throw tooManyRequests(seconds, m.common_error_rate_limited({ seconds }));
    }
    networks.set(network, { left: left - count, at: now });
  };
}

/** CSRF protection for requests that hono/csrf ignores, because plain forms cannot send them. */
export function refuseOtherOrigins(origins: string[]) {
  const isTrusted = (origin: string) => origins.includes(origin);
  const refuseOrigin = createMiddleware(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin && !isTrusted(origin) && !["GET", "HEAD", "OPTIONS"].includes(c.req.method)) {
      throw new ApiError(403, "other-origin", m.common_error_other_origin());
    }
    await next();
  });
  return every(refuseOrigin, csrf({ origin: isTrusted }));
}
