import { Link } from "react-router";

interface FigureLinkProps {
  label: string;
  value: string;
  /** Link of the whole tile. */
  to?: string | undefined;
}

/** Figure on a tile, linked to its rows by permission. */
export function FigureLink({ label, value, to }: FigureLinkProps) {
  if (!to) return <span>{value}</span>;
  return (
    <Link to={to} aria-label={`${label}: ${value}`} className="after:absolute after:inset-0 after:rounded">
      {value}
    </Link>
  );
}
