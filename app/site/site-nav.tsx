import LogOut from "lucide-react/icons/log-out";
import Phone from "lucide-react/icons/phone";
import { Link, NavLink } from "react-router";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/contact-links";
import { formatPhone } from "~/platform/phone";
import { displayName, useSession } from "~/platform/session";
import { ButtonLink, buttonClass } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { signOutWithNotice } from "~/ui/sign-out";
import type { PublicBusiness } from "./business";
import { LogoMark } from "./logo";

const linkClass = "rounded-sm px-3 py-2 text-sm font-medium text-ink hover:text-link";

export function SiteNav({ business }: { business: PublicBusiness }) {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <nav
        id="navigation"
        tabIndex={-1}
        aria-label={m.site_navigation()}
        className="page-column flex h-16 items-center gap-1 sm:gap-2"
      >
        <Link to="/" className="flex items-center gap-2 rounded-sm pe-3 text-lg font-semibold tracking-tight">
          <LogoMark className="size-8" />
          {business.name}
        </Link>
        <NavLink
          to="/"
          end
          className={({ isActive }) =>
            classNames(
              linkClass,
              "max-sm:hidden",
              isActive && "underline decoration-accent decoration-2 underline-offset-8",
            )
          }
        >
          {m.site_home()}
        </NavLink>
        <a href="/#booking" className={classNames(linkClass, "max-sm:hidden")}>
          {m.site_book_a_visit()}
        </a>
        <div className="ms-auto flex items-center gap-1 sm:gap-2">
          <a
            href={callHref(business.phone)}
            className={classNames(linkClass, "figures items-center gap-2 max-md:hidden md:flex")}
          >
            <Phone aria-hidden className="size-4 text-accent" />
            {formatPhone(business.phone)}
          </a>
          <Account />
        </div>
      </nav>
    </header>
  );
}

/** Sign In, until it is known that somebody is: the page comes from a shelf and is the same for everyone. */
function Account() {
  const session = useSession();
  if (session.state !== "signed-in") {
    return (
      <ButtonLink to="/auth" tone="quiet" size="small">
        {m.site_sign_in()}
      </ButtonLink>
    );
  }
  const { user } = session;
  return (
    <>
      {user.role === "admin" && (
        <Link to="/admin/bookings" className={linkClass}>
          {m.site_admin()}
        </Link>
      )}
      <span className="flex items-center gap-2 ps-1 text-sm">
        <span className="max-w-[14ch] truncate font-medium sm:max-w-[24ch]">{displayName(user)}</span>
        <span className="flex items-center gap-1.5 text-xs text-calm-text max-sm:sr-only">
          <span aria-hidden className="size-2 rounded-full bg-calm" />
          {m.site_online()}
        </span>
      </span>
      <button
        type="button"
        onClick={signOutWithNotice}
        aria-label={m.site_sign_out()}
        title={m.site_sign_out()}
        className={buttonClass({ tone: "plain", size: "small" }, "aspect-square px-0!")}
      >
        <LogOut aria-hidden />
      </button>
    </>
  );
}
