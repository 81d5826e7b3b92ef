import { Link } from "react-router";

interface FigureLinkProps {
  label: string;
  value: string;
  /** What it opens, from anywhere on its tile. */
  to?: string | undefined;
}

/** A figure on its tile, which opens the rows that it sums where somebody may see them. */
export function FigureLink({ label, value, to }: FigureLinkProps) {
  if (!to) return value;
  return (
    <Link to={to} aria-label={`${label}: ${value}`} className="after:absolute after:inset-0 after:rounded">
      {value}
    </Link>
  );
}
