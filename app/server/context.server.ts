import { randomUUID } from "node:crypto";
import { getSessionCookie } from "better-auth/cookies";
import type { Context } from "hono";
import { createContext } from "react-router";
import type { Posting } from "../features/core/forms/posted-form.server";
import { findProfileLanguage } from "../features/people/accounts/profile-language.server";
import { createSecondFactorCheck } from "../features/people/accounts/sign-in/second-factor.server";
import { authenticateKey } from "../features/people/api-access/key-holder.server";
import { type Actor, isOfficeRole, userRoles, visitor } from "../platform/auth/actor";
import { COOKIE_PREFIX } from "../platform/auth/auth.server";
import { enforceSecondFactor } from "../platform/auth/enforce-second-factor.server";
import { readLinkKeys } from "../platform/auth/links/link-keys.server";
import type { Ctx } from "../platform/context";
import type { ApiEnv } from "../platform/http/api.server";
import { clientAddressOf } from "../platform/http/limits/client-address.server";
import { refusalAsError } from "../platform/http/mount-endpoints.server";
import { setRequestId } from "../platform/http/request-scope.server";
import { type InfraFailure, rethrowInfraFailure } from "../platform/incidents/infra-failure.server";
import { currentLocale, type Locale, offeredLocales } from "../platform/locale/locale";
import { listPageLanguages, listTechnicianLanguages } from "../platform/locale/page-languages";
import type { TextChannel } from "../platform/messaging/channel";
import { configuredTextChannels } from "../platform/messaging/providers/channel-providers.server";
import { refusals } from "../refusals.server";
import type { Running } from "./boot.server";

/** Context of page loaders and actions. Loaders act as a visitor, because pages are the same for everyone. */
export const pageCtx = createContext<PageCtx | null>(null);

export interface PageCtx extends Ctx {
  /** Public origin, without a trailing slash. */
  publicUrl: string;
  /** Languages of the public pages, English first; empty if there is only one. */
  languages: readonly Locale[];
  /** Signs mailed links. */
  secret: string;
  /** Maps a refusal to the response of the API call, for forms posted to their page. */
  asError: Posting["asError"];
  /** Limits of guest holds, per network, mailbox or mail domain and as share of a trade's day. */
  unconfirmedHolds: number;
  unconfirmedShare: number;
  /** Emergencies of a network without proof of work. */
  freeEmergencies: number;
  cards: boolean;
  /** Configured channels of text messages. */
  textChannels: readonly TextChannel[];
  browser: BrowserSettings;
  /** Temporary failure that prevented rendering the page. */
  infraFailure?: InfraFailure;
}

export interface BrowserSettings {
  /** Null without Google Analytics. The tag also needs the visitor's consent. */
  gaMeasurementId: string | null;
  blockDevtools: boolean;
}

/** Reads the session for calls and forms only, and only if a session cookie is present. */
export async function contextOf(c: Context<ApiEnv>, running: Running): Promise<PageCtx> {
  const acts = c.req.path.startsWith("/api/") || c.req.method === "POST";
  const ctx: Ctx = {
    actor: visitor,
    db: running.db,
    now: new Date(),
    requestId: requestIdOf(c.req.header("x-request-id")),
    locale: currentLocale(),
    clientIp: clientAddressOf(c, running.config.trustProxy),
    signal: () => c.req.raw.signal,
  };
  setRequestId(ctx.requestId);
  const { publicUrl } = running.config;
  const offered = offeredLocales(running.config.languages);
  return {
    ...ctx,
    // An API key overrides link cookies.
    linkKeys: keyIn(c.req.header("authorization"))
      ? undefined
      : readLinkKeys(c.req.header("cookie"), { publicUrl }),
    actor: acts ? await withLanguage(c, ctx, offered, await actorOf(c, running, ctx)) : visitor,
    publicUrl,
    languages: listPageLanguages(offered),
    secret: running.config.secret,
    asError: (refusal, subject) => refusalAsError(refusals, refusal, subject),
    unconfirmedHolds: running.config.unconfirmedHolds,
    unconfirmedShare: running.config.unconfirmedShare,
    freeEmergencies: running.config.freeEmergencies,
    cards: running.cards,
    textChannels: configuredTextChannels(running.config),
    browser: {
      gaMeasurementId: running.config.gaMeasurementId ?? null,
      blockDevtools: running.config.blockDevtools,
    },
  };
}

async function withLanguage(
  c: Context<ApiEnv>,
  ctx: Ctx,
  offered: readonly Locale[],
  actor: Actor,
): Promise<Actor> {
  if (c.req.path !== "/api/session" || offered.length === 0 || !("userId" in actor)) return actor;
  const isTechnician = actor.role === "technician";
  const technicianLanguages = listTechnicianLanguages(offered);
  const languages = isTechnician ? technicianLanguages : listPageLanguages(offered);
  const language = await findProfileLanguage(ctx, actor.userId);
  return {
    ...actor,
    ...(language && languages.includes(language) && { language }),
    ...((isTechnician || isOfficeRole(actor.role)) && languages.length > 0 && { languages }),
    ...(isOfficeRole(actor.role) && technicianLanguages.length > 0 && { technicianLanguages }),
  };
}

async function actorOf(c: Context<ApiEnv>, { auth, config }: Running, ctx: Ctx): Promise<Actor> {
  const key = c.req.path.startsWith("/api/") && keyIn(c.req.header("authorization"));
  if (key) {
    const holder = await authenticateKey(ctx, key);
    return enforceSecondFactor(ctx, holder.role, holder, createSecondFactorCheck(config));
  }
  if (!getSessionCookie(c.req.raw, { cookiePrefix: COOKIE_PREFIX })) return visitor;
  const { headers, response } = await rethrowInfraFailure(() =>
    auth.api.getSession({ headers: c.req.raw.headers, returnHeaders: true }),
  );
  // Passes on the new cookie of a session that better-auth prolonged.
  for (const cookie of headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
  // Checks the ban again, because a concurrent sign-in can still create a session.
  if (!response || response.user.banned) return visitor;
  const { id: userId, name, email, twoFactorEnabled } = response.user;
  const role = userRoles.find((role) => role === response.user.role) ?? "customer";
  const person = {
    userId,
    name,
    email,
    sessionId: response.session.id,
    twoFactor: twoFactorEnabled === true,
    granted: response.user.grantedPermissions ?? [],
  };
  return enforceSecondFactor(ctx, role, person, createSecondFactorCheck(config));
}

function keyIn(authorization: string | undefined): string | null {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Keeps a proxy's request id, so that both logs share it. */
function requestIdOf(header: string | undefined): string {
  return header && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
}
