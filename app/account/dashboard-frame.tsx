import type { ReactNode } from "react";
import { NavLink, useOutletContext } from "react-router";
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
        <h1 className="text-3xl">{m.account_hello({ name: bidiIsolate(firstName(displayName(user))) })}</h1>
        <div className="flex gap-2">
          <ButtonLink to="/bookings">{m.account_book()}</ButtonLink>
          <ButtonLink to="/user-settings" tone="quiet">
            {m.account_settings()}
          </ButtonLink>
        </div>
      </div>
      <nav aria-label={m.account_parts()} className="mt-6 flex flex-wrap border-b border-line">
        {parts.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={({ isActive }) =>
              classNames(
                "-mb-px inline-flex min-h-11 items-center border-b-2 px-3 font-medium",
                isActive ? "border-accent" : "border-transparent text-muted hover:text-ink",
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-6">{children}</div>
    </>
  );
}

function firstName(name: string): string {
  return name.split(" ")[0] ?? name;
}
