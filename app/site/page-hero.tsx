import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";

export interface Crumb {
  name: string;
  path: string;
}

interface PageHeroProps {
  /** From the page below the home page to this one. */
  trail: readonly Crumb[];
  /** What the page is about, above its headline. */
  about?: string;
  title: string;
  lead: string;
  /** Beside the words; below them on a phone. */
  picture?: ReactNode;
  children?: ReactNode;
}

/** How each page below the home page opens: where one is, what it is about, what to do. Always night, in both themes. */
export function PageHero({ trail, about, title, lead, picture, children }: PageHeroProps) {
  return (
    <section data-theme="dark" className="overflow-hidden bg-paper text-ink">
      <div
        className={classNames(
          "page-column grid items-center",
          picture !== undefined && "lg:min-h-[30rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-8",
        )}
      >
        <div className="flex flex-col gap-5 py-8 sm:py-12 lg:py-16">
          <Breadcrumbs trail={trail} />
          <h1 className="flex flex-col gap-2.5">
            {about && <span className="text-base font-medium text-link sm:text-lg">{about}</span>}
            <span className="max-w-[22ch] text-3xl sm:text-4xl">{title}</span>
          </h1>
          <p className="max-w-[56ch] text-muted sm:text-lg">{lead}</p>
          {children}
        </div>
        {picture && <div className="-mx-4 max-sm:-mt-2 lg:mx-0 lg:-me-[8vw]">{picture}</div>}
      </div>
    </section>
  );
}

function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label={m.content_breadcrumbs()}>
      <ol className="flex flex-wrap gap-x-2 text-sm text-muted">
        <li>
          <Link to="/" className="inline-flex min-h-6 items-center hover:text-link">
            {m.site_home()}
          </Link>
        </li>
        {trail.map(({ name, path }, index) => (
          <li key={path} className="flex gap-2">
            <span aria-hidden className="text-line">
              /
            </span>
            {index < trail.length - 1 ? (
              <Link to={path} className="inline-flex min-h-6 items-center hover:text-link">
                {name}
              </Link>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
