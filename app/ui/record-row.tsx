import type { ReactNode } from "react";
import { Link } from "react-router";

interface RecordRowProps {
  to: string;
  name: ReactNode;
  facts: readonly (string | null | undefined | false)[];
  badge: ReactNode;
}

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
