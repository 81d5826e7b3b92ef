import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import type { languageAttributes } from "~/platform/locale/locale";
import { classNames } from "~/ui/class-names";
import { LazyDrawing } from "../house/lazy-drawing";

const loadModule = () => import("../house/drawing");
const serverModule = import.meta.env.SSR ? await loadModule() : null;

/** Enlarged corner of the house with its systems lit, by service id. Decorative. */
function Corner({ name }: { name: string }) {
  return (
    <LazyDrawing
      key={name}
      serverModule={serverModule}
      loadModule={loadModule}
      draw={({ drawCorner }) => drawCorner(name)}
      className="[&_.still]:brightness-75 [&_.still]:saturate-90 size-full [&_svg]:block [&_svg]:size-full"
    />
  );
}

export interface Crumb {
  name: string;
  path: string;
}

interface PageHeroProps {
  /** Breadcrumbs from below the home page to this page. */
  trail: readonly Crumb[];
  /** Topic above the headline. */
  about?: string;
  title: string;
  lead: string;
  /** Language of title and lead, if it can differ from the page's. */
  language?: ReturnType<typeof languageAttributes>;
  /** Corner of the house, beside the text; below it on phones. */
  corner?: string;
  /** Short facts below the headline. */
  facts?: ReactNode;
  /** Title alone on phones, so that the page's form begins on the first screen (page-hero.css). */
  compact?: boolean;
  /** Actions. */
  children?: ReactNode;
}

/** Header of every page below the home page; dark in both themes. */
export function PageHero({
  trail,
  about,
  title,
  lead,
  language,
  corner,
  facts,
  compact = false,
  children,
}: PageHeroProps) {
  const column = classNames("page-column relative z-10", corner !== undefined && "lg:*:w-1/2 lg:*:pe-6");
  return (
    <section
      data-theme="dark"
      data-compact={compact || undefined}
      className={classNames(
        "relative overflow-hidden bg-paper text-ink",
        corner !== undefined && "lg:flex lg:min-h-[30rem] lg:flex-col lg:justify-center",
      )}
    >
      <div className={classNames(column, "sm:pb-12 lg:pb-16", "pt-8 pb-6 sm:pt-12 lg:pt-16")}>
        <div className="flex flex-col gap-5">
          <Breadcrumbs trail={trail} language={language} />
          <h1 className="flex flex-col gap-2.5">
            {about && <span className="text-base font-medium text-link sm:text-lg">{about}</span>}
            <span
              {...language}
              className={classNames("max-w-[22ch] sm:text-4xl", compact ? "text-2xl" : "text-3xl")}
            >
              {title}
            </span>
          </h1>
          {facts}
          <p {...language} className="max-w-[56ch] text-muted sm:text-lg">
            {lead}
          </p>
          {children && (
            <div className="grid gap-2.5 sm:flex sm:flex-wrap sm:items-center sm:gap-3">{children}</div>
          )}
        </div>
      </div>
      {corner !== undefined && (
        // Fades into the dark behind the text and at the lower edge.
        <div className="h-48 mask-t-from-85% mask-b-from-85% lg:absolute lg:inset-y-0 lg:start-1/2 lg:end-0 lg:h-auto lg:mask-t-from-100% lg:mask-l-from-80% lg:rtl:mask-l-from-100% lg:rtl:mask-r-from-80%">
          <Corner name={corner} />
        </div>
      )}
    </section>
  );
}

function Breadcrumbs({ trail, language }: Pick<PageHeroProps, "trail" | "language">) {
  return (
    <nav aria-label={m.content_breadcrumbs()}>
      <ol className="flex flex-wrap gap-x-2 text-sm text-muted">
        <li className="flex">
          <Link to="/" className="inline-flex min-h-6 items-center wrap-anywhere hover:text-link">
            {m.site_home()}
          </Link>
        </li>
        {trail.map(({ name, path }, index) => (
          <li
            key={path}
            // The headline repeats it right below.
            className={classNames(
              "gap-2",
              index > 0 && index === trail.length - 1 ? "hidden sm:flex" : "flex",
            )}
          >
            <span aria-hidden className="inline-flex min-h-6 items-center text-line">
              /
            </span>
            {index < trail.length - 1 ? (
              <Link to={path} className="inline-flex min-h-6 items-center hover:text-link">
                {name}
              </Link>
            ) : (
              <span
                {...language}
                className="inline-flex min-h-6 items-center wrap-anywhere"
                aria-current="page"
              >
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
