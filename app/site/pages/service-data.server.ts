import { data } from "react-router";
import { getBusiness } from "~/features/core/business/queries.server";
import { listServices } from "~/features/core/catalogue/queries.server";
import { listPackages } from "~/features/core/packages/queries.server";
import { headlinePriceText } from "~/features/core/pricing/price-text";
import { postBooking } from "~/features/operations/bookings/submissions.server";
import { findServiceReviews } from "~/features/operations/reviews/queries.server";
import { findServicePage, listPortfolio } from "~/features/website/content/queries.server";
import { m } from "~/paraglide/messages";
import { pageCtx } from "~/server/context.server";
import { breadcrumbThing, faqThing, serviceThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/service-page";
import { showReviews } from "./shown-reviews.server";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const services = await listServices(ctx);
  const service = services.find(({ id }) => id === params.service);
  const page = await findServicePage(ctx, params.service);
  if (!service || !page) throw data(null, { status: 404 });

  const { publicUrl } = ctx;
  const business = await getBusiness(ctx);
  const path = `/services/${service.id}`;
  const trail = [
    { name: m.content_services(), path: "/services" },
    { name: service.name, path },
  ];
  const emergency = services.find(({ emergency }) => emergency);
  const [work = null] = await listPortfolio(ctx, service.id);
  return {
    services,
    service,
    page,
    trail,
    // Formatted on the server, because the first load of a service page has no room for this text.
    emergencyPrice:
      emergency && service.page && !service.emergency
        ? { term: m.content_emergency_price(), text: headlinePriceText(emergency.price) }
        : null,
    work,
    reviews: showReviews(await findServiceReviews(ctx, service.id), business),
    amcPackage: (await listPackages(ctx)).find(({ id }) => id === page.packageId) ?? null,
    structuredData: structuredData(
      serviceThing(
        { name: service.name, description: page.description, offers: page.jobs },
        { publicUrl, path, serviceArea: business.serviceArea },
      ),
      ...(page.faqs.length > 0 ? [faqThing(page.faqs)] : []),
      breadcrumbThing(trail, publicUrl),
    ),
  };
}

export function action({ context, request }: Route.ActionArgs) {
  return postBooking(context.get(pageCtx)!, request);
}
