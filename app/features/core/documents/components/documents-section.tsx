import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney } from "~/platform/money";
import { LoadError } from "~/ui/screen/load-error";

interface DocumentsSectionProps {
  id: string;
  title: string;
  query: { data: unknown; error: Error | null; refetch: () => unknown };
  open: readonly ReactNode[];
  none: string;
  earlier: { title: string; rows: readonly ReactNode[] };
  titleAside?: ReactNode;
  children?: ReactNode;
}

/** Renders nothing until the customer has a document of this kind. */
export function DocumentsSection({
  id,
  title,
  query,
  open,
  none,
  earlier,
  titleAside,
  children,
}: DocumentsSectionProps) {
  if (query.error && !query.data) {
    return <LoadError error={query.error} onRetry={query.refetch} />;
  }
  if (open.length + earlier.rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {titleAside}
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

interface DocumentListItemProps {
  to: string;
  title: ReactNode;
  hint: ReactNode;
  fils: number;
  overdue?: boolean;
  badge?: ReactNode;
}

export function DocumentListItem({ to, title, hint, fils, overdue, badge }: DocumentListItemProps) {
  return (
    <li>
      <Link
        to={to}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-lg border border-line bg-surface px-4 py-3 hover:border-accent"
      >
        <span className="font-medium wrap-anywhere">
          <bdi>{title}</bdi>
        </span>
        <span className="figures font-medium whitespace-nowrap">{formatMoney(fils)}</span>
        <span
          className={`figures text-sm ${badge ? "" : "col-span-2"} ${overdue ? "text-brass-text" : "text-muted"}`}
        >
          {hint}
        </span>
        {badge}
      </Link>
    </li>
  );
}
