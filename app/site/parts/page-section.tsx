import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";

interface PageSectionProps {
  id: string;
  title: string;
  lead?: string;
  /** Darker background, to set it off from its neighbours. */
  sunken?: boolean;
  children: ReactNode;
}

/** Section with its own heading; links lead to its `id`. */
export function PageSection({ id, title, lead, sunken = false, children }: PageSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classNames("py-12 lg:py-20", sunken && "bg-sunken")}
    >
      <div className="page-column flex flex-col gap-8 lg:gap-10">
        <div className="flex max-w-[46rem] flex-col gap-2.5">
          <h2 id={`${id}-title`} className="text-2xl sm:text-3xl">
            {title}
          </h2>
          {lead && <p className="text-muted sm:text-lg">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
