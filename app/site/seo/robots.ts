import { sharedPage } from "~/platform/pages/shared-page";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/robots";

export const handle = sharedPage;

/** Pages of somebody's own, and what is no page. Pictures of the site's pages are files of the API. */
const CLOSED = ["/admin", "/api/", "/auth", "/bookings/", "/dashboard", "/user-settings"];
const OPEN = ["/api/files/"];

/** `robots.txt` */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(pageCtx)!;
  const lines = [
    "User-agent: *",
    ...CLOSED.map((path) => `Disallow: ${path}`),
    ...OPEN.map((path) => `Allow: ${path}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
