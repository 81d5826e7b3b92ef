import { NavLink } from "react-router";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";

/** The way between the figures of the books and their entries. */
export function BooksNav() {
  const pages = [
    { to: "/admin/books", label: m.books_figures() },
    { to: "/admin/books/journal", label: m.books_journal() },
  ];
  return (
    <nav
      aria-label={m.books_title()}
      className="flex w-fit gap-0.5 rounded border border-line bg-sunken p-0.5 text-xs font-medium"
    >
      {pages.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end={to === "/admin/books"}
          className={({ isActive }) =>
            classNames(
              "inline-flex h-8 items-center rounded-sm px-3",
              isActive ? "bg-surface text-ink shadow-raised" : "text-muted hover:text-ink",
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
