import { getBusiness } from "~/features/core/business/queries.server";
import { listWebsiteTechnicians } from "~/features/operations/reviews/queries.server";
import { getOpening } from "~/features/operations/scheduling/queries.server";
import { listCertificates, listTestimonials } from "~/features/website/content/queries.server";
import { m } from "~/paraglide/messages";
import { pageCtx } from "~/server/context.server";
import { breadcrumbThing, businessThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/about-page";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const { publicUrl } = ctx;
  const opening = await getOpening(ctx);
  return {
    testimonials: await listTestimonials(ctx),
    technicians: await listWebsiteTechnicians(ctx),
    certificates: await listCertificates(ctx),
    structuredData: structuredData(
      businessThing(await getBusiness(ctx), { publicUrl, opening }),
      breadcrumbThing([{ name: m.content_about(), path: "/about" }], publicUrl),
    ),
  };
}
