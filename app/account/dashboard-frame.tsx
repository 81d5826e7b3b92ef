import type { ReactNode } from "react";
import { Link, NavLink, useOutletContext } from "react-router";
import { m } from "~/paraglide/messages";
import { displayName, type SessionUser } from "~/platform/auth/session";
import { bidiIsolate } from "~/platform/locale/locale";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";

/** Heading and parts of the dashboard; each part has its own address. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const user = useOutletContext<SessionUser>();
  const parts = [
    { to: "/dashboard", label: m.account_part_upcoming() },
    { to: "/dashboard/past", label: m.account_part_past() },
    { to: "/dashboard/documents", label: m.account_part_documents() },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl sm:text-3xl">
          {m.account_hello({ name: bidiIsolate(firstName(displayName(user))) })}
        </h1>
        {/* Phones have it in the bottom bar. */}
        <ButtonLink to="/bookings" className="max-md:hidden">
          {m.account_book()}
        </ButtonLink>
      </div>
      <nav
        aria-label={m.account_parts()}
        className="mt-3 flex flex-wrap items-center border-b border-line sm:mt-6"
      >
        {parts.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={({ isActive }) =>
              classNames(
                "-mb-px inline-flex min-h-11 items-center border-b-2 px-2 font-medium sm:px-3",
                isActive ? "border-accent" : "border-transparent text-muted hover:text-ink",
              )
            }
          >
            {label}
          </NavLink>
        ))}
        <Link
          to="/user-settings"
          className="ms-auto inline-flex min-h-11 items-center gap-1.5 px-2 text-link hover:underline sm:px-3"
        >
          {m.account_settings()}
        </Link>
      </nav>
      <div className="mt-4 sm:mt-6">{children}</div>
    </>
  );
}

function firstName(name: string): string {
  return name.split(" ")[0] ?? name;
}
