import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { COOKIE_PREFIX } from "~/platform/auth/auth.server";
import { isSignedKey, signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { ApiEnv } from "~/platform/http/api.server";

/*
 * A browser on which somebody has signed in to an account carries a mark of it. What strangers try out is not counted
 * against it, so that nobody keeps an owner out by guessing (OWASP, "Slow down online guessing attacks with device
 * cookies"). The mark signs nobody in.
 */

const COOKIE = `${COOKIE_PREFIX}.known_device`;
/** As better-auth names its own: browsers take `__Secure-` from HTTPS alone. */
const prefixOf = ({ publicUrl }: Config) => (publicUrl.startsWith("https:") ? "secure" : undefined);
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const marked = (deviceId: string, userId: string) => `${deviceId}:${userId}`;

/** The id of the browser, if this account was opened on it before; null otherwise. */
export function knownDevice(c: Context<ApiEnv>, userId: string | undefined): string | null {
  const config = c.get("config");
  const [deviceId = "", key = ""] = (getCookie(c, COOKIE, prefixOf(config)) || "").split(".");
  if (!userId || !/^[\da-f-]{36}$/.test(deviceId)) return null;
  return isSignedKey(config.secret, "device", marked(deviceId, userId), key) ? deviceId : null;
}

/** Marks the browser that is answered. */
export function rememberDevice(c: Context<ApiEnv>, userId: string): void {
  const config = c.get("config");
  const deviceId = knownDevice(c, userId) ?? randomUUID();
  setCookie(c, COOKIE, `${deviceId}.${signedKey(config.secret, "device", marked(deviceId, userId))}`, {
    path: "/api",
    httpOnly: true,
    sameSite: "Lax",
    prefix: prefixOf(config),
    secure: config.publicUrl.startsWith("https:"),
    maxAge: YEAR_SECONDS,
  });
}
