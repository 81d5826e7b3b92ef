import { listServices } from "~/features/core/catalogue/queries.server";
import type { Ctx } from "~/platform/context";
import { breadcrumbThing, structuredData } from "../../seo/structured-data.server";

/** Loads the data of a page with the booking form. `page`: its breadcrumb. */
export async function loadFormPage(ctx: Ctx & { publicUrl: string }, page: { name: string; path: string }) {
  const trail = [page];
  return {
    trail,
    services: await listServices(ctx),
    structuredData: structuredData(breadcrumbThing(trail, ctx.publicUrl)),
  };
}
