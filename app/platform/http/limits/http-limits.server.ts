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
/** Where pictures are uploaded, below /api. */
export const PICTURES_PATH = "/pictures" as const;
/** Where documents of the business are uploaded. */
export const CERTIFICATES_PATH = "/admin/paper-files" as const;
/** Where permits are uploaded that a community gives to let somebody in. */
export const PERMITS_PATH = "/permit-files" as const;
/** Where the logo of the business is uploaded. */
export const LOGO_PATH = "/admin/logo" as const;
/** Where the picture of a technician is uploaded. */
export const TECHNICIAN_PICTURE_PATH = "/admin/technicians/{technicianId}/picture" as const;
/** Longer bodies than elsewhere. */
const uploadPaths = [PICTURES_PATH, CERTIFICATES_PATH, LOGO_PATH, PERMITS_PATH, TECHNICIAN_PICTURE_PATH].map(
  (path) => new RegExp(`^/api${path.replace(/\{\w+\}/, "[^/]+")}$`),
);
/** Where lists are imported, which may be long. */
export const LISTS_PATHS = {
  customers: "/admin/imports/customers",
  bookings: "/admin/imports/bookings",
} as const;
const listPaths = Object.values(LISTS_PATHS).map((path) => `/api${path}`);
const LIST_LIMIT_BYTES = 8 * 1024 * 1024;
/** More than what a visitor writes into any form of ours. */
const LONG_BODY_BYTES = 16 * 1024;
/** Long bodies that are in memory at once; others wait unread. Strangers send none but to attack. */
const LONG_BODIES = { ofClient: 3, ofStrangers: 30 };
const MINUTE_MS = 60_000;

/** What every call of the API, and every form posted to a page, has to pass before anything reads it. */
export function requestLimits(config: { publicUrl: string; clientRateLimit: number }) {
  const fromOurPages = refuseOtherOrigins(trustedOrigins(config.publicUrl));
  return every(
    limitClients(config.clientRateLimit),
    // No browser adds a key by itself, as it does with a cookie, and cookies do not count beside one.
    createMiddleware<ApiEnv>((c, next) => (keyIdOf(c.get("ctx").actor) ? next() : fromOurPages(c, next))),
    limitBodies(),
  );
}

function limitBodies() {
  const limitTo = (maxSize: number, word: () => string) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new ApiError(413, "too-large", word());
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
    const announced = announcedBytes(c.req.raw.headers);
    // An upload whose length is known is read when its turn comes to be drawn (filesApi).
    if (announced !== null && (isUpload || announced <= LONG_BODY_BYTES)) return limit(c, next);
    const { actor, clientIp } = c.get("ctx");
    const userId = userIdOf(actor);
    const read = () => Promise.resolve(limit(c, next));
    return perClient(userId ?? clientNetwork(clientIp), () => (userId ? read() : ofStrangers("", read)));
  });
}

/** How long a body says that it is; null where it comes in parts, so that only its end tells. */
function announcedBytes(headers: Headers): number | null {
  if (headers.has("Transfer-Encoding")) return null;
  return Number(headers.get("Content-Length") ?? 0);
}

/**
 * So many requests a minute from one client, counted in this process. Coarse on purpose: it keeps one broken
 * or hostile client from taking the whole machine; the limits that mean something are in the database.
 */
export function limitClients(perMinute: number) {
  const counts = new Map<string, number>();
  let windowEnds = Number.NEGATIVE_INFINITY;
  return createMiddleware<ApiEnv>(async (c, next) => {
    const network = clientNetwork(c.get("ctx").clientIp);
    // Of a clock that nobody sets.
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

/** A page that is rendered for one request alone costs as much as so many calls. */
const CALLS_A_RENDERING = 50;
/** An office opens its pages of the morning at once. */
const MIN_CONCURRENT = 40;
/** So many networks are remembered before those are forgotten that may do all again. */
const MAX_NETWORKS = 10_000;

/**
 * Counts what is rendered for one client, in this process: so many at once, and as many again as time goes by. Throws 429
 * beyond. Stored pages are not counted, so whoever asks for addresses without end takes a small part of the machine.
 */
export function limitRenderings(callsPerMinute: number): (clientIp: string | undefined) => void {
  const perMs = callsPerMinute / CALLS_A_RENDERING / MINUTE_MS;
  const max = Math.max(MIN_CONCURRENT, perMs * 4_000);
  const networks = new Map<string, { left: number; at: number }>();
  return (clientIp) => {
    const now = performance.now();
    const leftOf = ({ left, at }: { left: number; at: number }) => Math.min(max, left + (now - at) * perMs);
    if (networks.size > MAX_NETWORKS) {
      for (const [network, known] of networks) if (leftOf(known) === max) networks.delete(network);
    }
    const network = clientNetwork(clientIp);
    const known = networks.get(network);
    const left = known ? leftOf(known) : max;
    if (left < 1) {
      const seconds = Math.ceil((1 - left) / perMs / 1000);
      throw tooManyRequests(seconds, m.common_error_rate_limited({ seconds }));
    }
    networks.set(network, { left: left - 1, at: now });
  };
}

/**
 * Refuses an unsafe call made by another site's page in the name of whoever is signed in. hono/csrf looks at what a
 * plain form can send; a script's JSON is stopped by the browser's preflight, and here again.
 */
export function refuseOtherOrigins(origins: string[]) {
  const ours = (origin: string) => origins.includes(origin);
  const refuseOrigin = createMiddleware(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin && !ours(origin) && !["GET", "HEAD", "OPTIONS"].includes(c.req.method)) {
      throw new ApiError(403, "other-origin", m.common_error_other_origin());
    }
    await next();
  });
  return every(refuseOrigin, csrf({ origin: ours }));
}
