import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { useBusiness } from "../frame/business";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/privacy-policy-page";
import { LegalPage } from "./legal-page";

export function PrivacyPolicyScreen({ loaderData }: Route.ComponentProps) {
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
