import { m } from "~/paraglide/messages";
import { ButtonLink } from "~/ui/button";
import type { Stage } from "../house/progress";
import { Progress } from "../house/vignette";

/** The same room in three stages of the work. */
export function Process() {
  const steps: { stage: Stage; title: string; text: string }[] = [
    { stage: "found", title: m.site_process_discover(), text: m.site_process_discover_text() },
    { stage: "planned", title: m.site_process_tailored(), text: m.site_process_tailored_text() },
    { stage: "delivered", title: m.site_process_delivery(), text: m.site_process_delivery_text() },
  ];
  return (
    <section data-theme="dark" aria-labelledby="process-title" className="bg-sunken text-ink">
      <div className="page-column py-8 sm:py-16 lg:py-28">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 sm:gap-y-6">
          <h2 id="process-title" className="text-2xl sm:max-w-[16ch] sm:text-4xl">
            {m.site_process_title()}
          </h2>
          <div className="flex gap-2.5 sm:flex-wrap sm:gap-3 max-sm:*:grow max-sm:*:px-2 max-sm:*:text-sm">
            <ButtonLink to="/free-assessment">{m.site_hero_assessment()}</ButtonLink>
            <ButtonLink to="/portfolio" tone="quiet">
              {m.site_process_portfolio()}
            </ButtonLink>
          </div>
        </div>
        <ol className="mt-6 grid gap-x-10 gap-y-5 sm:max-lg:mt-12 sm:max-lg:gap-y-8 lg:mt-16 lg:grid-cols-[3fr_4fr_5fr] lg:items-end">
          {steps.map(({ stage, title, text }, index) => (
            <li
              key={stage}
              className="max-lg:grid max-sm:grid-cols-[7rem_minmax(0,1fr)] max-sm:gap-4 sm:max-lg:grid-cols-2 max-lg:items-center sm:max-lg:gap-8"
            >
              <Progress stage={stage} className="aspect-35/32" />
              <div className="sm:border-t sm:border-line sm:pt-5 lg:mt-6">
                <h3 className="flex items-baseline gap-3 text-lg sm:text-xl">
                  <span aria-hidden className="figures text-accent">
                    {index + 1}
                  </span>
                  <span>{title}</span>
                </h3>
                <p className="mt-1 max-w-[44ch] sm:mt-2 text-sm text-muted lg:min-h-22 lg:text-base">
                  {text}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
