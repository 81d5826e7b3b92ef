import { listPackages } from "~/features/core/packages/queries.server";
import { postContractRequest } from "~/features/core/packages/submissions.server";
import { m } from "~/paraglide/messages";
import { pageCtx } from "~/server/context.server";
import { breadcrumbThing, faqThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/amc-packages-page";
import { packageFaqs } from "./amc-packages-screen";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  return {
    packages: await listPackages(ctx),
    structuredData: structuredData(
      faqThing(packageFaqs()),
      breadcrumbThing([{ name: m.content_packages(), path: "/amc-packages" }], ctx.publicUrl),
    ),
  };
}

export function action({ context, request }: Route.ActionArgs) {
  return postContractRequest(context.get(pageCtx)!, request);
}
