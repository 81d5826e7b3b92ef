import { data } from "react-router";
import { getBusiness } from "~/features/core/business/queries.server";
import { listServices } from "~/features/core/catalogue/queries.server";
import { listServiceReviews } from "~/features/operations/reviews/queries.server";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { pageCtx } from "~/server/context.server";
import { breadcrumbThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/service-reviews-page";

/** Reviews in the first markup; older ones are fetched. */
const FIRST = 50;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const service = (await listServices(ctx)).find(({ id }) => id === params.service);
  if (!service) throw data(null, { status: 404 });
  const first = await listServiceReviews(ctx, { service: service.id, limit: FIRST });
  if (first.reviews.length === 0) throw data(null, { status: 404 });
  const path = `/services/${service.id}`;
  const trail = [
    { name: m.content_services(), path: "/services" },
    { name: service.name, path },
    { name: m.content_reviews_title(), path: `${path}/reviews` },
  ];
  const { name } = await getBusiness(ctx);
  return {
    service: { id: service.id, name: service.name },
    first,
    trail,
    title: m.content_reviews_page_title({ service: service.name, business: bidiIsolate(name) }),
    structuredData: structuredData(breadcrumbThing(trail, ctx.publicUrl)),
  };
}
