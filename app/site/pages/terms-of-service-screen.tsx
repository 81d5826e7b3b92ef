import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { useBusiness } from "../frame/business";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/terms-of-service-page";
import { LegalPage } from "./legal-page";

export function TermsOfServiceScreen({ loaderData }: Route.ComponentProps) {
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
