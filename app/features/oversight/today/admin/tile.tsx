import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import type { Icon } from "~/ui/list/office-list";
import { Skeleton } from "~/ui/screen/skeleton";

/** Group of figures under a title. */
export function Group({
  title,
  action,
  children,
}: {
  title: string;
  /** Link to the full list. */
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="min-w-0">
      <div className="mb-2.5 flex items-center justify-between gap-3 text-xs font-medium">
        <h2 className="text-muted">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Classes of a tile's figure. */
export const FIGURE = "figures text-xl font-semibold tracking-tight";

/** Classes of an amount in the strip. */
export const STRIP_FIGURE = "figures mt-0.5 mb-1 text-lg font-semibold tracking-tight whitespace-nowrap";

/** Responsive row of tiles. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 @xl:grid-cols-2 @3xl:grid-cols-3">{children}</div>;
}

/** Figure that links to the list behind it. */
export function Tile({
  to,
  label,
  Icon,
  value,
  urgent = false,
  quiet = false,
  inStrip = false,
  children,
}: {
  to: string;
  label: string;
  Icon?: Icon;
  value: ReactNode;
  /** True for emergencies. */
  urgent?: boolean;
  /** True if nothing needs attention. */
  quiet?: boolean;
  /** True for a part of the strip of amounts, whose value needs a line of its own. */
  inStrip?: boolean;
  /** Further facts. */
  children?: ReactNode;
}) {
  return (
    <Link
      to={to}
      className={classNames(
        "grid grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-x-3",
        inStrip ? "bg-surface px-3 py-2.5 hover:bg-sunken" : "rounded border px-4 py-3",
        !inStrip &&
          (urgent
            ? "border-signal bg-signal-soft text-signal-text"
            : "border-line bg-surface hover:border-accent"),
      )}
    >
      <span
        className={classNames(
          "flex items-center gap-2",
          inStrip ? "col-span-full text-xs" : "text-sm",
          !urgent && "text-muted",
        )}
      >
        {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
        <span>{label}</span>
      </span>
      <span
        className={classNames(
          inStrip ? STRIP_FIGURE : FIGURE,
          inStrip && "col-span-full",
          quiet && !urgent && "text-muted",
        )}
      >
        {value}
      </span>
      <span className={classNames("figures col-span-full text-xs", !urgent && "text-muted")}>{children}</span>
    </Link>
  );
}

/** Content, skeleton while loading, or the error. */
export function QueryState<Data>({
  of: { data, error, refetch },
  tiles = 3,
  children,
}: {
  of: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  tiles?: number;
  children: (data: Data) => ReactNode;
}) {
  if (data) return children(data);
  if (!error)
    return Array.from({ length: tiles }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical.
      <Skeleton key={at} className="h-19" />
    ));
  return (
    <div role="alert" className="col-span-full flex flex-wrap items-center gap-3 text-sm">
      <p>{error.message}</p>
      <Button size="small" tone="quiet" onClick={() => refetch()}>
        {m.common_try_again()}
      </Button>
    </div>
  );
}

export function Notice({ Icon, children }: { Icon: Icon; children: ReactNode }) {
  return (
    <div className="mb-3 flex items-start gap-2 rounded border border-accent bg-brass-soft p-4 text-sm text-brass-text">
      <Icon aria-hidden className="size-5 shrink-0" />
      <div>{children}</div>
    </div>
  );
}
