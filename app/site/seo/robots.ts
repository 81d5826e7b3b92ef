import { prefixOf } from "~/platform/locale/locale";
import { sharedPage } from "~/platform/pages/shared-page";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/robots";

export const handle = sharedPage;

/** Personal pages and non-pages. Pictures of site pages are files of the API, so these stay open. */
const CLOSED = ["/admin", "/api/", "/auth", "/bookings/", "/dashboard", "/user-settings"];
const OPEN = ["/api/files/"];

/** `robots.txt` */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, languages } = context.get(pageCtx)!;
  const prefixes = languages.length > 0 ? languages.map(prefixOf) : [""];
  const lines = [
    "User-agent: *",
    ...prefixes.flatMap((prefix) => CLOSED.map((path) => `Disallow: ${prefix}${path}`)),
    ...prefixes.flatMap((prefix) => OPEN.map((path) => `Allow: ${prefix}${path}`)),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
