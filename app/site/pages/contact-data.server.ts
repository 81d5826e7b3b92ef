import { getBusiness } from "~/features/core/business/queries.server";
import { getOpening } from "~/features/operations/scheduling/queries.server";
import { postMessage } from "~/features/website/contact/submissions.server";
import { m } from "~/paraglide/messages";
import { dubaiDate } from "~/platform/time";
import { pageCtx } from "~/server/context.server";
import { upcomingClosures } from "../frame/opening-hours";
import { breadcrumbThing, businessThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/contact-page";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const { publicUrl } = ctx;
  const opening = await getOpening(ctx);
  return {
    week: opening.week,
    closings: upcomingClosures(opening, dubaiDate(ctx.now)),
    structuredData: structuredData(
      businessThing(await getBusiness(ctx), { publicUrl, opening }),
      breadcrumbThing([{ name: m.content_contact(), path: "/contact" }], publicUrl),
    ),
  };
}

export function action({ context, request }: Route.ActionArgs) {
  return postMessage(context.get(pageCtx)!, request);
}
