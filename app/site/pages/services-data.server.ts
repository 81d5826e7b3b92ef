import { listServiceGroups } from "~/features/website/content/queries.server";
import { m } from "~/paraglide/messages";
import { pageCtx } from "~/server/context.server";
import { breadcrumbThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/services-page";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  return {
    groups: await listServiceGroups(ctx),
    structuredData: structuredData(
      breadcrumbThing([{ name: m.content_services(), path: "/services" }], ctx.publicUrl),
    ),
  };
}
