import { Link } from "react-router";

export interface Bar {
  label: string;
  value: number;
  /** Formatted value. */
  shown: string;
  /** Secondary value. */
  aside?: string;
  to?: string;
}

/** Labelled bars, each linked to its rows. */
export function BarList({ bars, colour }: { bars: readonly Bar[]; colour: string }) {
  const max = Math.max(1, ...bars.map(({ value }) => Math.abs(value)));
  return (
    <ul className="flex flex-col gap-0.5 text-sm">
      {bars.map(({ label, value, shown, aside, to }) => {
        const content = (
          <>
            <span className="truncate">{label}</span>
            <span className="figures text-end">
              <span>{shown}</span>
              {aside && <span className="ms-2 inline-block min-w-11 text-muted">{aside}</span>}
            </span>
            <span aria-hidden className="col-span-2 h-1.5 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full"
                style={{ width: `${(100 * Math.max(0, value)) / max}%`, background: colour }}
              />
            </span>
          </>
        );
        const look = "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded px-2 py-1.5 -mx-2";
        return (
          <li key={label}>
            {to ? (
              <Link to={to} className={`${look} hover:bg-brass-soft`}>
                {content}
              </Link>
            ) : (
              <div className={look}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
