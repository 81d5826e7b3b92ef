import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney } from "~/platform/money";
import { NotLoaded } from "~/ui/screen/not-loaded";

interface PapersSectionProps {
  id: string;
  title: string;
  query: { data: unknown; error: Error | null; refetch: () => unknown };
  /** What waits for somebody; or that nothing does. */
  open: readonly ReactNode[];
  none: string;
  /** What was before, folded together. */
  earlier: { title: string; rows: readonly ReactNode[] };
  /** Stands beside the title. */
  aside?: ReactNode;
  /** What else there is to say. */
  children?: ReactNode;
}

/** One kind of papers on the customer's dashboard: what waits for somebody first, then those of before. Nothing where there never was one. */
export function PapersSection({
  id,
  title,
  query,
  open,
  none,
  earlier,
  aside,
  children,
}: PapersSectionProps) {
  if (query.error && !query.data) {
    return <NotLoaded error={query.error} onRetry={query.refetch} />;
  }
  if (open.length + earlier.rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {open.length > 0 ? (
        <ul className="flex flex-col gap-2">{open}</ul>
      ) : (
        <p className="text-muted">{none}</p>
      )}
      {children}
      {earlier.rows.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-link hover:underline">
            {earlier.title}
          </summary>
          <ul className="flex flex-col gap-2">{earlier.rows}</ul>
        </details>
      )}
    </section>
  );
}

interface PaperRowProps {
  to: string;
  title: ReactNode;
  hint: ReactNode;
  fils: number;
  /** It has waited for too long. */
  late?: boolean;
  badge?: ReactNode;
}

/** A paper in a list; the whole row leads to it. */
export function PaperRow({ to, title, hint, fils, late, badge }: PaperRowProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3 hover:border-accent"
      >
        <span className="min-w-0 grow">
          <span dir="auto" className="block truncate font-medium">
            {title}
          </span>
          <span className={`figures block text-sm ${late ? "text-brass-text" : "text-muted"}`}>{hint}</span>
        </span>
        <span className="figures font-medium">{formatMoney(fils)}</span>
        {badge}
      </Link>
    </li>
  );
}
