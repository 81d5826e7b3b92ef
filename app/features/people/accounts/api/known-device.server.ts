import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { COOKIE_PREFIX } from "~/platform/auth/auth.server";
import { isSignedKey, signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { ApiEnv } from "~/platform/http/api.server";

/*
 * Failed attempts of strangers do not count against a device with this cookie, so that guessing cannot lock
 * the owner out (OWASP, "Slow down online guessing attacks with device cookies"). The cookie does not
 * authenticate.
 */

const COOKIE = `${COOKIE_PREFIX}.known_device`;
/** Same prefix rule as better-auth: browsers accept `__Secure-` over HTTPS only. */
const prefixOf = ({ publicUrl }: Config) => (publicUrl.startsWith("https:") ? "secure" : undefined);
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const marked = (deviceId: string, userId: string) => `${deviceId}:${userId}`;

/** Device id if this account was used on the browser before, otherwise null. */
export function knownDevice(c: Context<ApiEnv>, userId: string | undefined): string | null {
  const config = c.get("config");
  const [deviceId = "", key = ""] = (getCookie(c, COOKIE, prefixOf(config)) || "").split(".");
  if (!userId || !/^[\da-f-]{36}$/.test(deviceId)) return null;
  return isSignedKey(config.secret, "device", marked(deviceId, userId), key) ? deviceId : null;
}

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
