import { listServices } from "~/features/catalogue/queries.server";
import type { Ctx } from "~/platform/context";
import { breadcrumbThing, structuredData } from "../../seo/structured-data.server";

/** What a page around the booking form is made from, for its loader. `page`: where it stands, as its trail says. */
export async function loadFormPage(ctx: Ctx & { publicUrl: string }, page: { name: string; path: string }) {
  const trail = [page];
  return {
    trail,
    services: await listServices(ctx),
    structuredData: structuredData(breadcrumbThing(trail, ctx.publicUrl)),
  };
}
