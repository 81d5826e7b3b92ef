import { findLogoPicture, getBusiness } from "~/features/core/business/queries.server";
import { m } from "~/paraglide/messages";
import { sharedPage } from "~/platform/pages/shared-page";
import { formatPhone } from "~/platform/text/phone";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/link-preview-image";
import { drawLinkPreview } from "./link-preview.server";
import { listSitePages } from "./site-pages.server";

export const handle = sharedPage;

/** `/og/<page>.png`: link preview of a page; `/og/home.png` for the home page. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const name = /^(.+)\.png$/.exec(params["*"])?.[1];
  const path = name === "home" ? "/" : `/${name}`;
  const page = (await listSitePages(ctx)).find((page) => page.path === path);
  if (!page) return new Response(null, { status: 404 });
  const business = await getBusiness(ctx);
  const picture = await drawLinkPreview({
    name: business.name,
    headline: page.headline,
    logo: await findLogoPicture(ctx),
    footer: m.site_card_footer({ area: business.serviceArea, phone: formatPhone(business.phone) }),
  });
  return new Response(picture, { headers: { "Content-Type": "image/png" } });
}
