import { parse, serialize } from "hono/utils/cookie";
import { tryDecodeURIComponent } from "hono/utils/url";
import { redirect } from "react-router";
import type { Ctx } from "../../context";

/*
 * The first request of a mailed link moves its key into a cookie and redirects, so that no browser history
 * contains the key. The cookie's path is `/` because API calls need it.
 */

const NAME = "link.";
const DAYS = 30;
const MAX_ITEMS = 20;

interface SiteOptions {
  publicUrl: string;
}

const isHttps = ({ publicUrl }: SiteOptions) => publicUrl.startsWith("https:");
/** Browsers accept `__Host-` only over HTTPS, and no slash or space in a name. */
const cookieName = (site: SiteOptions, reference: string) =>
  `${isHttps(site) ? "__Host-" : ""}${NAME}${encodeURIComponent(reference)}`;

export function readLinkKeys(cookies: string | undefined, site: SiteOptions): ReadonlyMap<string, string> {
  const start = cookieName(site, "");
  const all = Object.entries(cookies?.includes(start) ? parse(cookies) : {});
  return new Map(
    all
      .filter(([name]) => name.startsWith(start))
      .map(([name, key]) => [tryDecodeURIComponent(name.slice(start.length)), key]),
  );
}

interface Page {
  below: "/bookings" | "/quotes" | "/invoices" | "/contracts";
  reference: string;
}

/**
 * Throws a redirect to the page without the key. Stores only keys that `opens` accepts, including expired
 * ones.
 */
export async function moveLinkKeyToCookie<PageCtx extends Ctx & SiteOptions>(
  request: Request,
  ctx: PageCtx,
  { below, reference }: Page,
  opens: (ctx: PageCtx, key: string) => Promise<boolean>,
): Promise<void> {
  const { searchParams } = new URL(request.url);
  const key = searchParams.get("key");
  if (key === null) return;
  searchParams.delete("key");
  const headers = new Headers({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  if (await opens({ ...ctx, linkKeys: undefined }, key)) {
    for (const cookie of cookiesWith(key, reference, ctx)) headers.append("Set-Cookie", cookie);
  }
  const path = `${below}/${encodeURIComponent(reference)}`;
  throw redirect(searchParams.size > 0 ? `${path}?${searchParams}` : path, { status: 303, headers });
}

function cookiesWith(
  key: string,
  reference: string,
  { publicUrl, linkKeys }: SiteOptions & Pick<Ctx, "linkKeys">,
): string[] {
  const set = (reference: string, key: string, days: number) =>
    serialize(cookieName({ publicUrl }, reference), key, {
      path: "/",
      httpOnly: true,
      sameSite: "Lax",
      secure: isHttps({ publicUrl }),
      maxAge: days * 24 * 60 * 60,
    });
  const otherReferences = [...(linkKeys?.keys() ?? [])].filter((known) => known !== reference);
  const oldest = otherReferences.slice(0, Math.max(0, otherReferences.length - MAX_ITEMS + 1));
  return [...oldest.map((reference) => set(reference, "", 0)), set(reference, key, DAYS)];
}
