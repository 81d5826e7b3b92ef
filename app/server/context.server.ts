import { randomUUID } from "node:crypto";
import { getSessionCookie } from "better-auth/cookies";
import type { Context } from "hono";
import { createContext } from "react-router";
import { createSecondFactorCheck } from "../features/accounts/sign-in/second-factor.server";
import type { Posting } from "../features/forms/posted-form.server";
import { holderOf } from "../features/api-access/key-holder.server";
import { type Actor, userRoles, visitor } from "../platform/auth/actor";
import { COOKIE_PREFIX } from "../platform/auth/auth.server";
import { enforceSecondFactor } from "../platform/auth/enforce-second-factor.server";
import { linkKeysIn } from "../platform/auth/links/link-keys.server";
import type { Ctx } from "../platform/context";
import type { ApiEnv } from "../platform/http/api.server";
import { clientAddressOf } from "../platform/http/limits/client-address.server";
import { refusalAsError } from "../platform/http/mount-endpoints.server";
import { rethrowInfraFailure, type InfraFailure } from "../platform/incidents/infra-failure.server";
import { currentLocale } from "../platform/locale/locale";
import { refusals } from "../refusals.server";
import type { Running } from "./boot.server";

/** What a page's loader and action are given. Pages are the same for everyone, so the loader's actor is a visitor. */
export const pageCtx = createContext<PageCtx | null>(null);

export interface PageCtx extends Ctx {
  /** Origin under which people reach the product, without a slash at the end. */
  publicUrl: string;
  /** Opens the links that were mailed. */
  secret: string;
  /** What a refusal of a form that was posted to the page is answered with: the same as that of the call. */
  asError: Posting["asError"];
  /** What bounds the times that nobody has confirmed. */
  unconfirmedHolds: number;
  unconfirmedShare: number;
  /** Whether cards are taken. */
  cards: boolean;
  /** What of the configuration pages act by in the browser. */
  browser: BrowserSettings;
  /** What kept the page from being rendered, where it passes by itself. */
  infraFailure?: InfraFailure;
}

export interface BrowserSettings {
  /** Google Analytics, which still needs the visitor's consent; null: there is none. */
  gaMeasurementId: string | null;
  blockDevtools: boolean;
}

/** The context of a request. Only a call or a form asks who is signed in, and only when it carries a session's cookie. */
export async function contextOf(c: Context<ApiEnv>, running: Running): Promise<PageCtx> {
  const acts = c.req.path.startsWith("/api/") || c.req.method === "POST";
  const ctx: Ctx = {
    actor: visitor,
    db: running.db,
    now: new Date(),
    requestId: requestIdOf(c.req.header("x-request-id")),
    locale: currentLocale(),
    clientIp: clientAddressOf(c, running.config.trustProxy),
  };
  const { publicUrl } = running.config;
  return {
    ...ctx,
    // Beside a program's key cookies do not count.
    linkKeys: keyIn(c.req.header("authorization"))
      ? undefined
      : linkKeysIn(c.req.header("cookie"), { publicUrl }),
    actor: acts ? await actorOf(c, running, ctx) : visitor,
    publicUrl,
    secret: running.config.secret,
    asError: (refusal, subject) => refusalAsError(refusals, refusal, subject),
    unconfirmedHolds: running.config.unconfirmedHolds,
    unconfirmedShare: running.config.unconfirmedShare,
    cards: running.cards,
    browser: {
      gaMeasurementId: running.config.gaMeasurementId ?? null,
      blockDevtools: running.config.blockDevtools,
    },
  };
}

async function actorOf(c: Context<ApiEnv>, { auth, config }: Running, ctx: Ctx): Promise<Actor> {
  const key = c.req.path.startsWith("/api/") && keyIn(c.req.header("authorization"));
  if (key) {
    const holder = await holderOf(ctx, key);
    return enforceSecondFactor(ctx, holder.role, holder, createSecondFactorCheck(config));
  }
  if (!getSessionCookie(c.req.raw, { cookiePrefix: COOKIE_PREFIX })) return visitor;
  const { headers, response } = await rethrowInfraFailure(() =>
    auth.api.getSession({ headers: c.req.raw.headers, returnHeaders: true }),
  );
  // A session in use is prolonged once a day: the new cookie must reach the browser.
  for (const cookie of headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
  // A session that was made at the moment at which its owner was shut out.
  if (!response || response.user.banned) return visitor;
  const { id: userId, name, email, twoFactorEnabled } = response.user;
  const role = userRoles.find((role) => role === response.user.role) ?? "customer";
  const person = {
    userId,
    name,
    email,
    sessionId: response.session.id,
    twoFactor: twoFactorEnabled === true,
  };
  return enforceSecondFactor(ctx, role, person, createSecondFactorCheck(config));
}

/** What stands behind "Bearer"; such a call is made by a key, and its cookies do not count. */
function keyIn(authorization: string | undefined): string | null {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** A proxy's id is kept, so that its log and ours tell of the same request. */
function requestIdOf(given: string | undefined): string {
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
