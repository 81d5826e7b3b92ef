import { m } from "~/paraglide/messages";
import { ButtonLink } from "~/ui/button";
import type { Stage } from "../house/progress";
import { Progress } from "../house/vignette";

/** The same room in three stages of the work. */
export function Process() {
  const steps: { stage: Stage; title: string; text: string; width: string }[] = [
    {
      stage: "found",
      title: m.site_process_discover(),
      text: m.site_process_discover_text(),
      width: "max-lg:max-w-56",
    },
    {
      stage: "planned",
      title: m.site_process_tailored(),
      text: m.site_process_tailored_text(),
      width: "max-lg:max-w-64",
    },
    {
      stage: "delivered",
      title: m.site_process_delivery(),
      text: m.site_process_delivery_text(),
      width: "max-lg:max-w-80",
    },
  ];
  return (
    <section data-theme="dark" aria-labelledby="process-title" className="bg-sunken text-ink">
      <div className="page-column py-16 lg:py-28">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <h2 id="process-title" className="max-w-[16ch] text-3xl sm:text-4xl">
            {m.site_process_title()}
          </h2>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/free-assessment">{m.site_hero_assessment()}</ButtonLink>
            <ButtonLink to="/portfolio" tone="quiet">
              {m.site_process_portfolio()}
            </ButtonLink>
          </div>
        </div>
        <ol className="mt-12 grid gap-x-10 gap-y-12 sm:max-lg:gap-y-8 lg:mt-16 lg:grid-cols-[3fr_4fr_5fr] lg:items-end">
          {steps.map(({ stage, title, text, width }, index) => (
            <li
              key={stage}
              className="sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:items-center sm:max-lg:gap-8"
            >
              <Progress stage={stage} className={`aspect-35/32 ${width}`} />
              <div className="mt-6 border-t border-line pt-5 sm:max-lg:mt-0">
                <h3 className="flex items-baseline gap-3 text-xl">
                  <span aria-hidden className="figures text-accent">
                    {index + 1}
                  </span>
                  <span>{title}</span>
                </h3>
                <p className="mt-2 max-w-[44ch] text-sm text-muted lg:min-h-22 lg:text-base">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
