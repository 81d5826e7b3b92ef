import { NavLink } from "react-router";
import { classNames } from "./class-names";

interface PageNavProps {
  label: string;
  /** The first path is a prefix of the others. */
  pages: readonly { to: string; label: string }[];
}

export function PageNav({ label, pages }: PageNavProps) {
  return (
    <nav
      aria-label={label}
      className="flex w-fit max-w-full flex-wrap gap-0.5 rounded border border-line bg-sunken p-0.5 text-xs font-medium"
    >
      {pages.map(({ to, label }, at) => (
        <NavLink
          key={to}
          to={to}
          end={at === 0}
          className={({ isActive }) =>
            classNames(
              "inline-flex h-8 items-center rounded-sm px-3",
              isActive ? "bg-surface text-ink" : "text-muted hover:text-ink",
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
