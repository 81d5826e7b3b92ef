import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { readerText } from "~/platform/locale/reader-text";
import { ArabicMissing } from "~/ui/form/two-language-field";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import type { OfficeContent, ServicePageEntry } from "../views";
import { ContentSection } from "./content-section";

export function ServiceTextsScreen() {
  return (
    <SettingsFrame title={m.website_services()} hint={m.website_services_hint()}>
      <ContentSection>
        {({ pages, faqs, jobs }) => (
          <ul className="max-w-2xl border-t border-line">
            {pages.map(({ serviceId, serviceName, headline, headlineAr, ...page }) => (
              <li key={serviceId} className="border-b border-line">
                <Link
                  to={`/admin/settings/services/${serviceId}`}
                  className="flex min-h-13 items-center gap-3 py-2 text-sm hover:bg-sunken"
                >
                  <span className="min-w-0 grow">
                    <span className="block font-medium">{serviceName}</span>
                    <span className="block truncate text-xs text-muted">
                      <bdi>{readerText(headline, headlineAr)}</bdi>
                    </span>
                    <ArabicMissing
                      texts={arabicTextsOf(
                        { ...page, headlineAr },
                        faqs.filter((faq) => faq.serviceId === serviceId),
                        jobs.filter((job) => job.serviceId === serviceId),
                      )}
                    />
                  </span>
                  <span className="figures shrink-0 text-xs text-muted">
                    <span>
                      {m.website_typical_jobs_count({
                        count: jobs.filter((job) => job.serviceId === serviceId).length,
                      })}
                    </span>
                    <span className="mx-1.5" aria-hidden>
                      ·
                    </span>
                    <span>
                      {m.website_questions_count({
                        count: faqs.filter((faq) => faq.serviceId === serviceId).length,
                      })}
                    </span>
                  </span>
                  <ChevronRight aria-hidden className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </ContentSection>
    </SettingsFrame>
  );
}

/** Arabic texts of a service page with its questions and typical jobs. */
function arabicTextsOf(
  page: Omit<ServicePageEntry, "serviceId" | "serviceName" | "headline">,
  faqs: OfficeContent["faqs"],
  jobs: OfficeContent["jobs"],
): (string | readonly string[] | null)[] {
  const { headlineAr, introductionAr, descriptionAr, durationAr, warrantyAr } = page;
  return [
    ...[headlineAr, introductionAr, descriptionAr, durationAr, warrantyAr, page.includedAr],
    // An empty list has nothing to translate.
    ...(page.notIncluded.length > 0 ? [page.notIncludedAr] : []),
    ...page.steps.flatMap(({ titleAr, bodyAr }) => [titleAr, bodyAr]),
    ...faqs.flatMap(({ questionAr, answerAr }) => [questionAr, answerAr]),
    ...jobs.map(({ titleAr }) => titleAr),
  ];
}
