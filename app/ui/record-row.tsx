import type { ReactNode } from "react";
import { Link } from "react-router";

interface RecordRowProps {
  to: string;
  /** What it is called; an element of it that is cut or has another direction says so itself. */
  name: ReactNode;
  /** Said below it, in this order; what is not there is left out. */
  facts: readonly (string | null | undefined | false)[];
  /** How far it is. */
  badge: ReactNode;
}

/** A row of a short list in an opened record, which leads to another record. */
export function RecordRow({ to, name, facts, badge }: RecordRowProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link to={to} className="flex min-h-11 items-center gap-3 rounded-sm py-1.5 hover:bg-sunken">
        <span className="figures min-w-0 grow">
          <span className="block font-medium">{name}</span>
          <span className="block text-xs text-muted">{facts.filter(Boolean).join(" · ")}</span>
        </span>
        {badge}
      </Link>
    </li>
  );
}
