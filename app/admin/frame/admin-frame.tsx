import ExternalLink from "lucide-react/icons/external-link";
import Keyboard from "lucide-react/icons/keyboard";
import LogOut from "lucide-react/icons/log-out";
import Menu from "lucide-react/icons/menu";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { EmergencyBar } from "~/features/operations/emergencies/admin/emergency-bar";
import { signOutWithNotice } from "~/features/people/accounts/sign-in/sign-out-client";
import { OutboundPausedBanner } from "~/features/people/backups/admin/outbound-paused-banner";
import { m } from "~/paraglide/messages";
import { resumeSession } from "~/platform/auth/ended-session";
import { may } from "~/platform/auth/permissions";
import { displayName, type SessionUser } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { type LiveState, subscribeToLiveUpdates } from "~/platform/live/live-client";
import { usePushNotifications } from "~/platform/push/use-push-notifications";
import { classNames } from "~/ui/class-names";
import { keyLabels, useShortcuts } from "~/ui/hooks/shortcuts";
import { lazyDialog } from "~/ui/overlay/lazy-dialog";
import { Popover } from "~/ui/overlay/popover";
import { ToastViewport } from "~/ui/overlay/toast-viewport";
import { Tooltips, tooltip } from "~/ui/overlay/tooltip";
import { FailedParts } from "~/ui/screen/failed-parts";
import { NewVersion } from "~/ui/screen/new-version";
import { CommandPalette } from "../palette/command-palette";
import { recordAt, storeRecent } from "../palette/recent-records";
import { RailNav } from "./rail-nav";
import { WorkerStoppedBanner } from "./worker-stopped-banner";
import "./office-print.css";

const KeyboardHelp = lazyDialog(() =>
  import("../palette/keyboard-help").then(({ KeyboardHelp }) => KeyboardHelp),
);

const ReassignAndDispatchDialog = lazyDialog(() =>
  import("~/features/operations/dispatch/admin/reassign-and-dispatch-dialog").then(
    ({ ReassignAndDispatchDialog }) => ReassignAndDispatchDialog,
  ),
);

/** Frame of every office page: rail (a bar and a drawer on phones), command palette, live connection. */
export function AdminFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const live = useLive(user.id);
  usePushNotifications("office");
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const openPalette = () => setOpen("palette");
  const [helpRequested, setHelpRequested] = useState(false);
  function openHelp() {
    setHelpRequested(true);
    setOpen("help");
  }
  const close = () => setOpen(null);
  useShortcuts({
    palette: () => setOpen((open) => (open === "palette" ? null : "palette")),
    help: openHelp,
  });
  const { pathname } = useLocation();
  useEffect(() => {
    const record = recordAt(pathname);
    if (record) storeRecent(user.id, record);
  }, [pathname, user.id]);
  const rail = <Rail user={user} live={live} onSearch={openPalette} onHelp={openHelp} />;
  return (
    <div className="lg:grid lg:h-dvh lg:grid-cols-[13.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only rounded bg-action px-4 py-2 text-on-action focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50"
      >
        {m.admin_skip_to_main()}
      </a>
      <header data-no-print="" className="max-lg:hidden lg:h-dvh">
        {rail}
      </header>
      <PhoneBar onSearch={openPalette}>{rail}</PhoneBar>
      <div className="min-w-0 max-xl:pb-(--bottom-bar,0px) lg:flex lg:h-dvh lg:flex-col">
        <NewVersion />
        <FailedParts />
        <OutboundPausedBanner />
        <WorkerStoppedBanner />
        {may(user, "bookings.manage") && (
          <EmergencyBar
            renderReassignment={({ candidate, ...emergency }, onClose) => (
              <ReassignAndDispatchDialog emergency={emergency} technician={candidate} onClose={onClose} />
            )}
          />
        )}
        <main id="main" tabIndex={-1} className="min-w-0 lg:min-h-0 lg:grow lg:overflow-hidden">
          {children}
        </main>
      </div>
      <CommandPalette user={user} open={open === "palette"} onClose={close} onHelp={openHelp} />
      {helpRequested && <KeyboardHelp open={open === "help"} onClose={close} />}
      <Tooltips />
      {/* Large screens show toasts in the rail, because floating ones would cover the page. */}
      <ToastViewport className="max-lg:bottom-[calc(var(--bottom-bar,0px)+1rem)] lg:start-2 lg:end-auto lg:bottom-[calc(var(--bottom-bar,0px)+7.5rem)] lg:w-50 xl:bottom-30" />
    </div>
  );
}

interface RailProps {
  user: SessionUser;
  live: LiveState;
  onSearch: () => void;
  onHelp: () => void;
}

function Rail({ user, live, onSearch, onHelp }: RailProps) {
  return (
    <div
      data-theme="dark"
      className="relative flex h-full flex-col gap-4 overflow-y-auto border-e border-line bg-paper p-3 text-sm text-ink max-lg:border-0 lg:[@media(max-height:60rem)]:gap-3"
    >
      <div className="flex items-center justify-between px-2 pt-1">
        <span className="flex items-center gap-2 font-semibold whitespace-nowrap">
          <img src="/icon.svg" alt="" className="size-5" />
          {m.admin_title()}
        </span>
        <LiveDot state={live} />
      </div>
      <div className="flex items-center gap-1">
        <button
          type="button"
          onClick={onSearch}
          className="flex h-9 grow items-center gap-2 rounded border border-line bg-surface px-2.5 text-muted hover:border-accent hover:text-ink"
        >
          <Search aria-hidden className="size-4" />
          {m.admin_search()}
          <kbd className="ms-auto rounded-sm border border-line px-1.5 font-sans text-xs whitespace-nowrap">
            {keyLabels("palette")[0]!.join(" ")}
          </kbd>
        </button>
        <button
          type="button"
          onClick={onHelp}
          aria-label={m.admin_keys_help_title()}
          {...tooltip(m.admin_keys_help_title())}
          className="grid size-9 shrink-0 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
        >
          <Keyboard aria-hidden className="size-4" />
        </button>
      </div>
      <RailNav user={user} />
      <div className="mt-auto border-t border-line pt-3">
        <UserMenu user={user} />
      </div>
    </div>
  );
}

function UserMenu({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  const name = displayName(user);

  async function leave() {
    if (!(await signOutWithNotice())) return;
    queryClient.clear();
    navigate("/", { replace: true });
  }

  const action = "grid size-8 shrink-0 place-items-center rounded text-muted hover:bg-surface hover:text-ink";
  return (
    <section aria-label={m.admin_user_menu()} className="flex items-center gap-1 ps-1">
      <span
        aria-hidden
        className="me-1.5 grid size-8 shrink-0 place-items-center rounded-full bg-brass-soft text-xs font-semibold text-brass-text"
      >
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className="min-w-0 grow leading-tight">
        <span className="block truncate font-medium">
          <bdi>{name}</bdi>
        </span>
        <span dir="ltr" className="block truncate text-xs text-muted rtl:text-right">
          {user.email}
        </span>
      </span>
      <Link to="/" aria-label={m.admin_view_site()} {...tooltip(m.admin_view_site())} className={action}>
        <ExternalLink aria-hidden className="size-4" />
      </Link>
      <button
        type="button"
        onClick={leave}
        aria-label={m.account_sign_out()}
        {...tooltip(m.account_sign_out())}
        className={action}
      >
        <LogOut aria-hidden className="size-4" />
      </button>
    </section>
  );
}

function LiveDot({ state }: { state: LiveState }) {
  const live = state === "live";
  const words = live ? m.admin_live() : m.admin_polling();
  return (
    <span role="status">
      <Popover
        byHover
        label={words}
        className="w-56"
        trigger={
          <button
            type="button"
            className="-me-2 flex min-h-8 items-center gap-1.5 rounded px-2 text-xs text-muted hover:bg-surface hover:text-ink"
          >
            <span aria-hidden className={classNames("size-2 rounded-full", live ? "bg-calm" : "bg-accent")} />
            <span>{words}</span>
          </button>
        }
      >
        <p>{live ? m.admin_live_hint() : m.admin_polling_hint()}</p>
      </Popover>
    </span>
  );
}

function PhoneBar({ onSearch, children }: { onSearch: () => void; children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the drawer after a page was chosen.
  useEffect(() => drawer.current?.close(), [pathname]);
  const iconButton = "grid size-11 place-items-center rounded hover:bg-surface";
  return (
    <header
      data-theme="dark"
      data-no-print=""
      className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-line bg-paper px-2 text-ink lg:hidden"
    >
      <button
        type="button"
        aria-label={m.admin_open_menu()}
        onClick={() => drawer.current?.showModal()}
        className={iconButton}
      >
        <Menu aria-hidden className="size-5" />
      </button>
      <span className="font-semibold">{m.admin_title()}</span>
      <button
        type="button"
        aria-label={m.admin_search_everything()}
        onClick={onSearch}
        className={classNames(iconButton, "ms-auto")}
      >
        <Search aria-hidden className="size-5" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog natively. */}
      <dialog
        ref={drawer}
        aria-label={m.admin_navigation()}
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
        className="m-0 me-auto h-dvh max-h-none w-72 max-w-[85vw] bg-paper p-0 text-ink"
      >
        {children}
      </dialog>
    </header>
  );
}

function useLive(userId: string): LiveState {
  const [state, setState] = useState<LiveState>("live");
  useEffect(() => {
    let isBroken = false;
    return subscribeToLiveUpdates(queryClient, userId, (next) => {
      // The server ends the stream when rights change, and the controls follow the new ones.
      if (isBroken && next === "live") resumeSession({ id: userId }).catch(() => {});
      isBroken = next !== "live";
      setState(next);
    });
  }, [userId]);
  return state;
}
