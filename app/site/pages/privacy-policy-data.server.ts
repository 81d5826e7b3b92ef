import { getLegalText } from "~/features/website/content/queries.server";
import { pageCtx } from "~/server/context.server";
import { breadcrumbThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/privacy-policy-page";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const text = await getLegalText(ctx, "privacy");
  return {
    text,
    structuredData: structuredData(
      breadcrumbThing([{ name: text.title, path: "/privacy-policy" }], ctx.publicUrl),
    ),
  };
}
