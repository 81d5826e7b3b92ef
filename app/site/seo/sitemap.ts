import { listContentChanges } from "~/features/website/content/queries.server";
import { describePageLanguages } from "~/platform/locale/language-names";
import { prefixPath } from "~/platform/locale/page-languages";
import { sharedPage } from "~/platform/pages/shared-page";
import { dubaiDate } from "~/platform/time";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/sitemap";
import { FRAME_TABLES, listSitePages } from "./site-pages.server";

export const handle = sharedPage;

/** `sitemap.xml`: every indexed page in each language, with the day of its last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const changes = await listContentChanges(ctx);
  const languages = describePageLanguages(ctx.languages);
  const urls = (await listSitePages(ctx)).flatMap(({ path, tables }) => {
    const changed = changes
      .filter(({ table }) => [...FRAME_TABLES, ...tables].includes(table))
      .map(({ changedAt }) => changedAt.getTime());
    const last = changed.length > 0 ? `<lastmod>${dubaiDate(new Date(Math.max(...changed)))}</lastmod>` : "";
    const addressIn = (prefix: string) => escaped(ctx.publicUrl + prefixPath(prefix, path));
    const alternates = languages.map(
      ({ locale, prefix }) =>
        `<xhtml:link rel="alternate" hreflang="${locale}" href="${addressIn(prefix)}"/>` +
        (prefix ? "" : `<xhtml:link rel="alternate" hreflang="x-default" href="${addressIn(prefix)}"/>`),
    );
    const prefixes = languages.length > 0 ? languages.map(({ prefix }) => prefix) : [""];
    return prefixes.map(
      (prefix) => `<url><loc>${addressIn(prefix)}</loc>${alternates.join("")}${last}</url>`,
    );
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${languages.length > 0 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ""}>
${urls.join("\n")}
</urlset>
`;
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
