import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { formatChange, formatPoints, formatShare, pointsBetween } from "../numbers";
import { Sparkline } from "./charts/sparkline";
import { Definition } from "./definition";
import { FigureLink } from "./figure-link";

interface FigureTileProps {
  label: string;
  definition: string;
  value: string;
  /** Link of the tile. */
  to?: string;
  now: number | null;
  before: number | null;
  /** Formatted value of the comparison period. */
  was: string;
  /** Changes are shown in percentage points. */
  isShare?: true;
  /** A decrease is an improvement. */
  lessIsBetter?: true;
  /** Shares by day or month with their target. */
  trend?: Trend;
  children?: ReactNode;
}

export interface Trend {
  /** Share of the complete range; null without data. */
  share: number | null;
  shares: readonly (number | null)[];
  target: number;
}

/** Figure with its change and definition. */
export function FigureTile({
  label,
  definition,
  value,
  to,
  now,
  before,
  was,
  isShare,
  lessIsBetter,
  trend,
  children,
}: FigureTileProps) {
  const points = isShare && now !== null && before !== null ? pointsBetween(before, now) : null;
  const ratio = isShare || now === null || !before ? null : now / before - 1;
  const change = points === null ? ratio : points / 100;
  const better = change !== null && Math.abs(change) >= 0.005 && change > 0 !== Boolean(lessIsBetter);
  return (
    <div className="relative flex min-w-0 flex-col rounded border border-line bg-surface px-4 py-3 has-[a:hover]:border-accent">
      <span className="flex items-center justify-between gap-1 text-sm text-muted">
        <span className="min-w-0">{label}</span>
        <Definition of={label} className="-me-2 size-7">
          {definition}
        </Definition>
      </span>
      <span className="figures mt-0.5 text-base font-semibold tracking-tight wrap-anywhere @xl:text-lg @3xl:text-xl">
        <FigureLink label={label} value={value} to={to} />
      </span>
      <span className="figures mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
        {change !== null && (
          <span className={classNames("font-medium", better ? "text-calm-text" : "text-ink")}>
            {points === null ? formatChange(change) : formatPoints(points)}
          </span>
        )}
        <span>{before === null ? m.reports_was_nothing() : m.reports_was({ value: was })}</span>
      </span>
      {children && <span className="figures mt-1 text-xs text-muted">{children}</span>}
      {trend && (
        <div className="mt-auto">
          <Sparkline shares={trend.shares} target={trend.target} />
          <TargetLine {...trend} />
        </div>
      )}
    </div>
  );
}

function TargetLine({ share, target }: Trend) {
  const isBelow = share !== null && share < target;
  return (
    <span className="figures mt-1 flex flex-wrap justify-between gap-x-2 text-xs">
      <span className="text-muted">{m.reports_goal({ share: formatShare(target, 1) })}</span>
      {share !== null && (
        <span className={classNames("font-medium", isBelow ? "text-ink" : "text-calm-text")}>
          {isBelow ? m.reports_goal_below() : m.reports_goal_met()}
        </span>
      )}
    </span>
  );
}
