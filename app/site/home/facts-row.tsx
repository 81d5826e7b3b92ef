import Star from "lucide-react/icons/star";
import type { ReactNode } from "react";
import type { HomeFact, HomeFacts } from "../pages/home-facts.server";

interface FactsRowProps {
  facts: HomeFacts;
  /** Fact that the browser finds. */
  children: ReactNode;
}

/** One row of figures below the hero. */
export function FactsRow({ facts: { rating, firstHour }, children }: FactsRowProps) {
  if (!rating && !firstHour) return null;
  return (
    <div className="border-b border-line bg-surface">
      <div className="page-column grid min-h-18 grid-cols-3 items-start gap-x-4 py-4">
        {rating && (
          <Fact
            {...rating}
            icon={<Star aria-hidden className="size-4 shrink-0 fill-current text-accent" />}
          />
        )}
        {firstHour && <Fact {...firstHour} />}
        {children}
      </div>
    </div>
  );
}

export function Fact({ value, label, icon }: HomeFact & { icon?: ReactNode }) {
  return (
    <p>
      <span className="figures flex items-center gap-1.5 font-semibold max-sm:text-sm">
        {icon}
        <span>{value}</span>
      </span>
      <span className="block text-xs text-muted sm:text-sm">{label}</span>
    </p>
  );
}
