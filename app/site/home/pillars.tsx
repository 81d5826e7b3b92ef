import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { ButtonLink } from "~/ui/button";
import { useBusiness } from "../frame/business";

/** Three promises, each with a figure. */
export function Pillars() {
  const { projects, experience } = useBusiness();
  return (
    <section aria-labelledby="pillars-title" className="page-column py-8 sm:py-16 lg:py-28">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 sm:gap-y-6">
        <h2 id="pillars-title" className="text-2xl sm:text-4xl">
          {m.site_why_title()}
        </h2>
        <div className="flex gap-2.5 sm:flex-wrap sm:gap-3 max-sm:*:grow max-sm:*:px-2 max-sm:*:text-sm">
          <ButtonLink to="/free-assessment">{m.site_why_assessment()}</ButtonLink>
          <ButtonLink to="/services" tone="quiet">
            {m.site_why_services()}
          </ButtonLink>
        </div>
      </div>
      <ul className="mt-6 sm:mt-10 lg:mt-14">
        <Pillar
          figure={m.site_why_certified_figure({ projects })}
          title={m.site_why_certified()}
          text={m.site_why_certified_text({ years: experience })}
          picture={<span className="dots-100 block size-full text-accent" />}
        />
        <Pillar
          figure={m.site_why_response_figure()}
          title={m.site_why_response()}
          text={m.site_why_response_text()}
          picture={<Dial />}
        />
        <Pillar
          figure={m.site_why_guarantee_figure()}
          title={m.site_why_guarantee()}
          text={m.site_why_guarantee_text()}
          picture={<Cornerstone />}
        />
      </ul>
    </section>
  );
}

interface PillarProps {
  figure: string;
  title: string;
  text: string;
  picture: ReactNode;
}

function Pillar({ figure, title, text, picture }: PillarProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-x-6 gap-y-0.5 border-t border-line py-3 last:border-b sm:gap-y-3 sm:py-8 sm:grid-cols-[minmax(0,1fr)_8rem] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)_12.5rem] lg:gap-x-12 lg:py-10">
      <p className="text-2xl font-semibold tracking-tight sm:text-5xl">{figure}</p>
      <div className="max-lg:row-start-2 sm:max-lg:col-span-2">
        <h3 className="max-sm:text-base sm:text-xl">{title}</h3>
        <p className="mt-1 max-w-[52ch] text-muted max-sm:text-sm">{text}</p>
      </div>
      <div aria-hidden className="aspect-square max-sm:row-span-2">
        {picture}
      </div>
    </li>
  );
}

/** Dial with two of twelve hours marked. */
function Dial() {
  const hours = Array.from({ length: 12 }, (_, hour) => hour * 30);
  return (
    <svg aria-hidden viewBox="-50 -50 100 100" fill="none" stroke="currentColor" className="text-control">
      <circle r="46" strokeWidth="1.5" />
      <path d="M0 0V-38A38 38 0 0 1 32.9-19Z" strokeWidth="0" className="fill-accent" />
      {hours.map((angle) => (
        <path key={angle} d="M0-46v6" strokeWidth="1.5" transform={`rotate(${angle})`} />
      ))}
      <path d="M0 0V-38M0 0 32.9-19" strokeWidth="2.5" strokeLinecap="round" className="stroke-ink" />
    </svg>
  );
}

function Cornerstone() {
  return (
    <svg aria-hidden viewBox="-50 -50 100 100" strokeLinejoin="round">
      <path d="M0-46 40-23 0 0-40-23Z" fill="#e9c07a" />
      <path d="M-40-23 0 0V46L-40 23Z" fill="#b07a2b" />
      <path d="M40-23 0 0V46L40 23Z" fill="#8a5a17" />
      <path
        d="m-28-2 9 15 12-16"
        transform="skewY(30) translate(-2 20)"
        fill="none"
        stroke="#fffbf3"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </svg>
  );
}
