import ChevronDown from "lucide-react/icons/chevron-down";
import LogOut from "lucide-react/icons/log-out";
import Menu from "lucide-react/icons/menu";
import { useEffect } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { signOut } from "~/features/people/accounts/sign-in/lazy-sign-out-client";
import { m } from "~/paraglide/messages";
import { isOfficeRole } from "~/platform/auth/actor";
import { displayName, type SessionUser, useSignedIn } from "~/platform/auth/session";
import { ButtonLink, buttonClass } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { lazyIsland, signalInteraction } from "~/ui/screen/lazy-island";
import { Brand } from "./brand";
import type { NavService, PublicBusiness } from "./business";

/** Both open without JavaScript as native disclosure and dialog; keyboard shortcuts load later. */
const ServicesMenu = lazyIsland(() => import("./services-menu").then(({ ServicesMenu }) => ServicesMenu), {
  fallback: null,
  trigger: "interaction",
});
const MobileMenu = lazyIsland(() => import("./mobile-menu").then(({ MobileMenu }) => MobileMenu), {
  fallback: null,
  trigger: "interaction",
});

const NavLanguage = lazyIsland(() => import("./mobile-menu").then(({ NavLanguage }) => NavLanguage), {
  fallback: null,
  trigger: "interaction",
});

const linkClass =
  "flex min-h-10 items-center gap-1 rounded-sm px-2 text-sm font-medium whitespace-nowrap hover:text-link";
const activeClass = "underline decoration-accent decoration-2 underline-offset-8";

interface SiteNavProps {
  business: PublicBusiness;
  services: NavService[];
}

export function SiteNav({ business, services }: SiteNavProps) {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <nav
        id="navigation"
        tabIndex={-1}
        aria-label={m.site_navigation()}
        className="page-column flex h-16 items-center gap-1"
      >
        <Link to="/" className="flex items-center gap-2 rounded-sm pe-2 text-lg font-semibold tracking-tight">
          <Brand name={business.name} logo={business.logo} />
        </Link>
        <ul className="flex items-center max-lg:hidden">
          <li>
            <PageLink to="/">{m.site_home()}</PageLink>
          </li>
          <li>
            <Services services={services} />
          </li>
          <li>
            <PageLink to="/free-assessment">{m.site_free_assessment()}</PageLink>
          </li>
          <li className="max-xl:hidden">
            <PageLink to="/amc-packages">{m.content_packages()}</PageLink>
          </li>
          <li className="max-xl:hidden">
            <PageLink to="/portfolio">{m.content_portfolio()}</PageLink>
          </li>
          <li>
            <PageLink to="/contact">{m.site_contact()}</PageLink>
          </li>
        </ul>
        <div className="ms-auto flex items-center gap-1 max-lg:hidden">
          <NavLanguage />
          <Account />
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={m.site_open_menu()}
          {...{ command: "show-modal", commandfor: "menu" }}
          className="-me-2 grid size-11 place-items-center rounded-sm max-lg:ms-auto xl:hidden"
        >
          <Menu aria-hidden />
        </button>
      </nav>
      <MobileMenu business={business} services={services} />
    </header>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink to={to} end className={({ isActive }) => classNames(linkClass, isActive && activeClass)}>
      {children}
    </NavLink>
  );
}

function Services({ services }: { services: NavService[] }) {
  const { pathname } = useLocation();
  return (
    <details className="group relative">
      <summary
        className={classNames(
          linkClass,
          "list-none [&::-webkit-details-marker]:hidden",
          pathname.startsWith("/services") && activeClass,
        )}
      >
        {m.site_services()}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ServicesMenu services={services} />
    </details>
  );
}

/** Shows Sign In until the session is known, because the page is cached and the same for everyone. */
function Account() {
  const user = useSignedIn();
  // Signed-in visitors get prefilled forms, which needs the deferred code.
  useEffect(() => {
    if (user) signalInteraction();
  }, [user]);
  if (user) return <SignedIn user={user} />;
  return (
    <>
      <span className="max-xl:hidden">
        <PageLink to="/bookings#follow">{m.site_follow()}</PageLink>
      </span>
      <ButtonLink to="/auth" tone="plain" size="small">
        {m.site_sign_in()}
      </ButtonLink>
      <ButtonLink to="/free-assessment" size="small">
        {m.site_hero_assessment()}
      </ButtonLink>
    </>
  );
}

function SignedIn({ user }: { user: SessionUser }) {
  return (
    <>
      <PageLink to="/dashboard">{m.site_dashboard()}</PageLink>
      {isOfficeRole(user.role) && <PageLink to="/admin">{m.site_admin()}</PageLink>}
      <span className="flex items-center gap-2 ps-1 text-sm">
        <span className="max-w-[14ch] truncate font-medium xl:max-w-[18ch]">
          <bdi>{displayName(user)}</bdi>
        </span>
        <span className="flex items-center gap-1.5 text-xs text-calm-text">
          <span aria-hidden className="size-2 rounded-full bg-calm" />
          {m.site_online()}
        </span>
      </span>
      <button
        type="button"
        onClick={signOut}
        aria-label={m.site_sign_out()}
        title={m.site_sign_out()}
        className={buttonClass({ tone: "plain", size: "small" }, "aspect-square px-0!")}
      >
        <LogOut aria-hidden />
      </button>
    </>
  );
}
