import { getBusiness } from "~/features/core/business/queries.server";
import { listReviewedServices } from "~/features/operations/reviews/queries.server";
import { listPortfolio, listServiceGroups } from "~/features/website/content/queries.server";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";

/** Indexed page. */
export interface SitePage {
  path: string;
  /** Headline on the link preview. */
  headline: string;
  /** Tables that the page shows, in addition to those of the frame; their changes count as changes of the page. */
  tables: readonly string[];
}

/** Tables shown by the frame of every page. */
export const FRAME_TABLES = ["business"];

const SERVICE_TABLES = [
  "services",
  "prices",
  "service_pages",
  "service_jobs",
  "service_steps",
  "service_faqs",
  "packages",
  "package_prices",
  "portfolio_items",
];

/** Lists the current paths of pages and their pictures; any other path is unknown. */
export async function listNamedPaths(ctx: Ctx): Promise<ReadonlySet<string>> {
  const paths = (await listSitePages(ctx)).map(({ path }) => path);
  return new Set(paths.flatMap((path) => [path, picturePath(path)]));
}

/** Path of the link preview of a page. */
function picturePath(path: string): string {
  return `/og/${path === "/" ? "home" : path.slice(1)}.png`;
}

/** Lists the pages of the site map. */
export async function listSitePages(ctx: Ctx): Promise<SitePage[]> {
  const business = await getBusiness(ctx);
  const services = (await listServiceGroups(ctx)).flatMap((group) => group.services);
  const reviewed = new Set(await listReviewedServices(ctx));
  const trades = new Set((await listPortfolio(ctx)).map(({ serviceId }) => serviceId));
  const portfolio = { headline: m.content_portfolio_title(), tables: ["services", "portfolio_items"] };
  return [
    {
      path: "/",
      headline: business.tagline,
      tables: ["services", "prices", "opening_hours", "testimonials"],
    },
    {
      path: "/services",
      headline: m.content_services_title(),
      tables: ["services", "prices", "service_pages"],
    },
    ...services.map(({ id, name }) => ({ path: `/services/${id}`, headline: name, tables: SERVICE_TABLES })),
    ...services
      .filter(({ id }) => reviewed.has(id))
      .map(({ id, name }) => ({
        path: `/services/${id}/reviews`,
        headline: m.content_reviews_headline({ service: name }),
        tables: ["services", "reviews"],
      })),
    {
      path: "/amc-packages",
      headline: m.content_packages_title(),
      tables: ["packages", "package_prices"],
    },
    { path: "/free-assessment", headline: m.site_assessment_title(), tables: ["services", "prices"] },
    { path: "/bookings", headline: m.site_bookings_title(), tables: ["services", "prices"] },
    { path: "/portfolio", ...portfolio },
    ...[...trades].map((id) => ({ path: `/portfolio/${id}`, ...portfolio })),
    { path: "/about", headline: m.content_about_title(), tables: ["testimonials", "opening_hours"] },
    { path: "/contact", headline: m.content_contact_title(), tables: ["opening_hours"] },
    { path: "/privacy-policy", headline: m.content_privacy(), tables: [] },
    { path: "/terms-of-service", headline: m.content_terms(), tables: [] },
  ];
}
