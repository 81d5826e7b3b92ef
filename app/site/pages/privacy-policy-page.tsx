import { getLegalText } from "~/features/website/content/queries.server";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { sharedPage } from "~/platform/pages/shared-page";
import { pageCtx } from "~/server/context.server";
import { useBusiness } from "../frame/business";
import { PageHead } from "../seo/page-head";
import { breadcrumbThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/privacy-policy-page";
import { LegalPage } from "./legal-page";

export const handle = sharedPage;

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

export default function PrivacyPolicyPage({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  return (
    <>
      <PageHead
        title={m.content_privacy_page_title({ business: bidiIsolate(business.name) })}
        description={m.content_privacy_description()}
        structuredData={loaderData.structuredData}
      />
      <LegalPage text={loaderData.text} path="/privacy-policy" />
    </>
  );
}
