import { parse, serialize } from "hono/utils/cookie";
import { redirect } from "react-router";
import type { Ctx } from "../../context";

/*
 * A mailed link carries a key in its address: `/bookings/BK-2026-000123?key=…`. The first opening moves it into a cookie and
 * leads to the same address without it, so that it stands in no history, no screenshot and no address that is passed on. The
 * cookie is named after the one record that it opens. Its path is the whole site, as a record is reached by its page in every
 * language and by calls.
 */

const NAME = "link.";
/** From the last opening of the mailed link. */
const DAYS = 30;
/** Of one browser; those that were opened first give way. */
const MAX_ITEMS = 20;

interface Site {
  publicUrl: string;
}

const isHttps = ({ publicUrl }: Site) => publicUrl.startsWith("https:");
/** Browsers take `__Host-` from this very host alone, over HTTPS. */
const nameOf = (site: Site, reference: string) => `${isHttps(site) ? "__Host-" : ""}${NAME}${reference}`;

/** The keys that came with a request's Cookie header, by the reference of what each opens. */
export function linkKeysIn(cookies: string | undefined, site: Site): ReadonlyMap<string, string> {
  const start = nameOf(site, "");
  const all = Object.entries(cookies?.includes(start) ? parse(cookies) : {});
  return new Map(
    all.filter(([name]) => name.startsWith(start)).map(([name, key]) => [name.slice(start.length), key]),
  );
}

interface Page {
  /** Where pages of its kind are, without the language. */
  below: "/bookings" | "/quotes" | "/invoices";
  reference: string;
}

/**
 * Throws the way to the same page without the key, where its address has one. A key that `opens` it, or did until it ended, goes
 * along as a cookie; any other leaves what the browser has.
 */
export async function takeKeyOutOfAddress<PageCtx extends Ctx & Site>(
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
