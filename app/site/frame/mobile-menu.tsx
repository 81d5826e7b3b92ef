import CalendarDays from "lucide-react/icons/calendar-days";
import ChevronDown from "lucide-react/icons/chevron-down";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import LogOut from "lucide-react/icons/log-out";
import PhoneCall from "lucide-react/icons/phone-call";
import Settings from "lucide-react/icons/settings";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { TradeIcon } from "~/features/core/catalogue/components/trade-icon";
import { signOut } from "~/features/people/accounts/sign-in/lazy-sign-out-client";
import { m } from "~/paraglide/messages";
import { isOfficeRole } from "~/platform/auth/actor";
import { displayName, type SessionUser, useSignedIn } from "~/platform/auth/session";
import { callHref } from "~/platform/text/contact-links";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Brand } from "./brand";
import type { NavService, PublicBusiness } from "./business";
import { LanguageSwitch } from "./language-switch";

const rowClass = "flex min-h-12 w-full items-center gap-3 rounded px-3 text-start text-lg font-medium";
const activeClass = "bg-brass-soft text-brass-text";

interface MobileMenuProps {
  business: PublicBusiness;
  services: NavService[];
}

/**
 * Native modal dialog, opened by the toggle's `command`: the rest of the page is inert, Escape closes it, and
 * the focus returns. The page behind does not scroll (theme.css, #menu).
 */
export function MobileMenu({ business, services }: MobileMenuProps) {
  const menu = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  const inServices = pathname.startsWith("/services");
  useToggleFallback(menu);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it handles clicks on links, which the keyboard triggers too.
    <dialog
      ref={menu}
      id="menu"
      aria-label={m.site_menu()}
      data-theme="dark"
      onClick={({ target }) => {
        // A click on the backdrop, or on a chosen link.
        if (target === menu.current || (target as Element).closest("a")) menu.current?.close();
      }}
      className="dialog-enter m-0 ms-auto h-dvh max-h-none w-[min(26rem,100vw)] max-w-none overscroll-contain bg-paper p-0 text-ink"
    >
      <div className="flex min-h-full flex-col gap-6 px-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <form method="dialog" className="flex h-16 shrink-0 items-center justify-between">
          <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
            <Brand name={business.name} logo={business.logo} />
          </span>
          <button
            type="submit"
            aria-label={m.site_close_menu()}
            className="-me-2 grid size-11 place-items-center rounded-sm hover:bg-surface"
          >
            <X aria-hidden />
          </button>
        </form>
        <nav aria-label={m.site_menu()}>
          <ul className="flex flex-col">
            <li>
              <Row to="/">{m.site_home()}</Row>
            </li>
            <li>
              <details open className="group">
                <summary
                  className={classNames(
                    rowClass,
                    "list-none justify-between [&::-webkit-details-marker]:hidden",
                    inServices && activeClass,
                  )}
                >
                  {m.site_services()}
                  <ChevronDown
                    aria-hidden
                    className="size-5 text-muted transition-transform group-open:rotate-180"
                  />
                </summary>
                <ul className="my-1 ms-3 flex flex-col border-s border-line ps-2">
                  {services.map(({ id, name }) => (
                    <li key={id}>
                      <Row to={`/services/${id}`} small icon={<TradeIcon trade={id} />}>
                        {name}
                      </Row>
                    </li>
                  ))}
                  <li>
                    <Row to="/services" small>
                      {m.site_all_services()}
                    </Row>
                  </li>
                </ul>
              </details>
            </li>
            <li>
              <Row to="/free-assessment">{m.site_free_assessment()}</Row>
            </li>
            <li>
              <Row to="/amc-packages">{m.content_packages()}</Row>
            </li>
            <li>
              <Row to="/portfolio">{m.content_portfolio()}</Row>
            </li>
            <li>
              <Row to="/bookings#follow">{m.site_follow()}</Row>
            </li>
            <li>
              <Row to="/contact">{m.site_contact()}</Row>
            </li>
          </ul>
        </nav>
        <div className="mt-auto flex flex-col gap-4 border-t border-line pt-5">
          <LanguageSwitch className={classNames(rowClass, "hover:bg-surface")} />
          <Account onLeave={() => menu.current?.close()} />
          <ButtonAnchor href={callHref(business.emergencyPhone)} tone="signal" size="large">
            <PhoneCall aria-hidden />
            {m.site_hero_emergency()}
          </ButtonAnchor>
        </div>
      </div>
    </dialog>
  );
}

/** Language switch of the navigation, loaded together with the menu. */
export function NavLanguage() {
  return (
    <LanguageSwitch className="flex min-h-10 items-center rounded-sm px-2.5 text-sm font-medium hover:text-link" />
  );
}

/** Opens the menu in browsers that do not support `command` on buttons yet. */
function useToggleFallback(menu: { readonly current: HTMLDialogElement | null }) {
  useEffect(() => {
    if ("commandForElement" in HTMLButtonElement.prototype) return;
    const open = () => menu.current?.showModal();
    const toggles = document.querySelectorAll('button[commandfor="menu"]');
    for (const toggle of toggles) toggle.addEventListener("click", open);
    return () => {
      for (const toggle of toggles) toggle.removeEventListener("click", open);
    };
  }, [menu]);
}

interface RowProps {
  to: string;
  small?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

function Row({ to, small, icon, children }: RowProps) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        classNames(
          rowClass,
          "hover:bg-surface [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent",
          small && "min-h-11 text-base!",
          isActive && activeClass,
        )
      }
    >
      {icon}
      {children}
    </NavLink>
  );
}

function Account({ onLeave }: { onLeave: () => void }) {
  const user = useSignedIn();
  if (user) return <SignedIn user={user} onLeave={onLeave} />;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-2">
      <ButtonLink to="/auth" tone="quiet" size="large">
        {m.site_sign_in()}
      </ButtonLink>
      <ButtonLink to="/free-assessment" size="large" className="px-3!">
        {m.site_hero_assessment()}
      </ButtonLink>
    </div>
  );
}

function SignedIn({ user, onLeave }: { user: SessionUser; onLeave: () => void }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center justify-between gap-3 px-3">
        <span className="truncate font-semibold">
          <bdi>{displayName(user)}</bdi>
        </span>
        <span className="flex items-center gap-1.5 text-xs text-calm-text">
          <span aria-hidden className="size-2 rounded-full bg-calm" />
          {m.site_online()}
        </span>
      </p>
      <ul className="flex flex-col">
        <li>
          <Row to="/dashboard" small icon={<CalendarDays aria-hidden />}>
            {m.site_my_dashboard()}
          </Row>
        </li>
        <li>
          <Row to="/user-settings" small icon={<Settings aria-hidden />}>
            {m.site_settings()}
          </Row>
        </li>
        {isOfficeRole(user.role) && (
          <li>
            <Row to="/admin" small icon={<LayoutDashboard aria-hidden />}>
              {m.site_admin_portal()}
            </Row>
          </li>
        )}
        <li>
          <button
            type="button"
            onClick={() => {
              onLeave();
              signOut();
            }}
            className={classNames(rowClass, "min-h-11 text-base! hover:bg-surface")}
          >
            <LogOut aria-hidden className="size-5 shrink-0 text-accent" />
            {m.site_sign_out()}
          </button>
        </li>
      </ul>
    </div>
  );
}
