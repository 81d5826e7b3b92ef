import { getLegalText } from "~/features/website/content/queries.server";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { sharedPage } from "~/platform/pages/shared-page";
import { pageCtx } from "~/server/context.server";
import { useBusiness } from "../frame/business";
import { PageHead } from "../seo/page-head";
import { breadcrumbThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/terms-of-service-page";
import { LegalPage } from "./legal-page";

export const handle = sharedPage;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const text = await getLegalText(ctx, "terms");
  return {
    text,
    structuredData: structuredData(
      breadcrumbThing([{ name: text.title, path: "/terms-of-service" }], ctx.publicUrl),
    ),
  };
}

export default function TermsOfServicePage({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  return (
    <>
      <PageHead
        title={m.content_terms_page_title({ business: bidiIsolate(business.name) })}
        description={m.content_terms_description()}
        structuredData={loaderData.structuredData}
      />
      <LegalPage text={loaderData.text} path="/terms-of-service" />
    </>
  );
}
