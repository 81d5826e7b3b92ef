import ClipboardCheck from "lucide-react/icons/clipboard-check";
import HandCoins from "lucide-react/icons/hand-coins";
import Search from "lucide-react/icons/search";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { classNames } from "~/ui/class-names";
import { useBusiness } from "../frame/business";
import { Progress } from "../house/vignette";
import type { Route } from "./+types/free-assessment-page";
import { besideForm, FormPage } from "./form/form-page";

/** Booking form preset to a free assessment, with photos. */
export function FreeAssessmentScreen({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  return (
    <FormPage
      loaderData={loaderData}
      pageTitle={m.site_assessment_page_title({ business: bidiIsolate(business.name) })}
      description={m.site_assessment_description()}
      title={m.site_assessment_title()}
      lead={m.site_assessment_lead()}
      corner="free-survey"
      presetService="free-survey"
      photos
    >
      <WhatYouGet duration={loaderData.duration} />
    </FormPage>
  );
}

/** `duration`: null without a price book item for the assessment. */
function WhatYouGet({ duration }: { duration: string | null }) {
  const look = duration ? m.site_assessment_look_text({ duration }) : m.site_assessment_look_open_text();
  const points = [
    { icon: Search, title: m.site_assessment_look(), text: look },
    { icon: ClipboardCheck, title: m.site_assessment_report(), text: m.site_assessment_report_text() },
    { icon: HandCoins, title: m.site_assessment_free(), text: m.site_assessment_free_text() },
  ];
  return (
    <div className={classNames("flex flex-col gap-6", besideForm)}>
      <h2 className="text-2xl">{m.site_assessment_get()}</h2>
      <div
        aria-hidden
        data-theme="dark"
        className="grid grid-cols-2 items-end gap-5 rounded-lg bg-sunken px-6 py-5 max-lg:hidden"
      >
        <Progress stage="found" className="aspect-35/32" />
        <Progress stage="planned" className="aspect-35/32" />
      </div>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-3 lg:grid-cols-1">
        {points.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex flex-col gap-1.5 border-t border-line pt-4">
            <h3 className="flex items-center gap-2.5 text-lg">
              <Icon aria-hidden className="size-5 text-accent" />
              {title}
            </h3>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
