import { getBusiness } from "~/features/core/business/queries.server";
import { listServices } from "~/features/core/catalogue/queries.server";
import { postBooking } from "~/features/operations/bookings/submissions.server";
import { findOverallRating } from "~/features/operations/reviews/queries.server";
import { getOpening } from "~/features/operations/scheduling/queries.server";
import { listTestimonials } from "~/features/website/content/queries.server";
import { pageCtx } from "~/server/context.server";
import { businessThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/home-page";
import { homeFacts } from "./home-facts.server";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const opening = await getOpening(ctx);
  const services = await listServices(ctx);
  return {
    services,
    facts: homeFacts(services, await findOverallRating(ctx)),
    testimonials: await listTestimonials(ctx),
    structuredData: structuredData(
      businessThing(await getBusiness(ctx), { publicUrl: ctx.publicUrl, opening }),
    ),
  };
}

export function action({ context, request }: Route.ActionArgs) {
  return postBooking(context.get(pageCtx)!, request);
}
