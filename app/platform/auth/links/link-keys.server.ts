import { parse, serialize } from "hono/utils/cookie";
import { redirect } from "react-router";
import type { Ctx } from "../../context";

/*
 * The first request of a mailed link moves its key into a cookie and redirects, so that it appears in no
 * history. The path is `/`, because API calls need it, too.
 */

const NAME = "link.";
const DAYS = 30;
const MAX_ITEMS = 20;

interface Site {
  publicUrl: string;
}

const isHttps = ({ publicUrl }: Site) => publicUrl.startsWith("https:");
/** Browsers accept `__Host-` only over HTTPS. */
const nameOf = (site: Site, reference: string) => `${isHttps(site) ? "__Host-" : ""}${NAME}${reference}`;

export function readLinkKeys(cookies: string | undefined, site: Site): ReadonlyMap<string, string> {
  const start = nameOf(site, "");
  const all = Object.entries(cookies?.includes(start) ? parse(cookies) : {});
  return new Map(
    all.filter(([name]) => name.startsWith(start)).map(([name, key]) => [name.slice(start.length), key]),
  );
}

interface Page {
  below: "/bookings" | "/quotes" | "/invoices";
  reference: string;
}

/**
 * Throws a redirect to the page without the key. Only a key that `opens` the record, or did before its
 * expiry, is stored.
 */
export async function moveLinkKeyToCookie<PageCtx extends Ctx & Site>(
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
  { publicUrl, linkKeys }: Site & Pick<Ctx, "linkKeys">,
): string[] {
  const set = (reference: string, key: string, days: number) =>
    serialize(nameOf({ publicUrl }, reference), key, {
      path: "/",
      httpOnly: true,
      sameSite: "Lax",
      secure: isHttps({ publicUrl }),
      maxAge: days * 24 * 60 * 60,
    });
  const others = [...(linkKeys?.keys() ?? [])].filter((known) => known !== reference);
  const first = others.slice(0, Math.max(0, others.length - MAX_ITEMS + 1));
  return [...first.map((reference) => set(reference, "", 0)), set(reference, key, DAYS)];
}
