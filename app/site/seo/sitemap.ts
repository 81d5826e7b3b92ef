import { listContentChanges } from "~/features/website/content/queries.server";
import { sharedPage } from "~/platform/pages/shared-page";
import { dubaiDate } from "~/platform/time";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/sitemap";
import { FRAME_TABLES, listSitePages } from "./site-pages.server";

export const handle = sharedPage;

/** `sitemap.xml`: every indexed page with the day of its last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const changes = await listContentChanges(ctx);
  const urls = (await listSitePages(ctx)).map(({ path, tables }) => {
    const changed = changes
      .filter(({ table }) => [...FRAME_TABLES, ...tables].includes(table))
      .map(({ changedAt }) => changedAt.getTime());
    const last = changed.length > 0 ? `<lastmod>${dubaiDate(new Date(Math.max(...changed)))}</lastmod>` : "";
    return `<url><loc>${escaped(ctx.publicUrl + path)}</loc>${last}</url>`;
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
