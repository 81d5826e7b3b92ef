import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation, useRouteLoaderData } from "react-router";
import { SessionEnded } from "~/features/people/accounts/components/session-ended";
import { m } from "~/paraglide/messages";
import { refreshSession, type SessionUser, useSession } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { subscribeToLiveUpdates } from "~/platform/live/live-client";
import { ActionBar, type ContactLines } from "~/ui/action-bar";
import { ButtonLink } from "~/ui/button";
import { ErrorScreen } from "~/ui/screen/error-screen";
import { FailedParts } from "~/ui/screen/failed-parts";
import { loadAllIslands } from "~/ui/screen/lazy-island";
import { NeedsScripts } from "~/ui/screen/needs-scripts";
import { NewVersion } from "~/ui/screen/new-version";

export function meta() {
  return [{ title: m.account_dashboard() }, { name: "robots", content: "noindex" }];
}

/** A clientLoader keeps personal pages out of server rendering, which shows `HydrateFallback` instead. */
export function clientLoader() {
  loadAllIslands();
  return null;
}

export function HydrateFallback() {
  return (
    <>
      <Waiting />
      <BookBar />
    </>
  );
}

/** Frame of /dashboard and /user-settings inside the site's frame. */
export default function AccountLayout() {
  return (
    <>
      <SignInGuard>
        {(user) => (
          <QueryClientProvider client={queryClient}>
            <Live key={user.id} userId={user.id} />
            <NewVersion />
            <FailedParts />
            <div className="page-column py-6 sm:py-12">
              <Outlet context={user} />
            </div>
          </QueryClientProvider>
        )}
      </SignInGuard>
      <BookBar />
    </>
  );
}

/** Bottom bar of phones. */
function BookBar() {
  const site = useRouteLoaderData<{ business: ContactLines }>("site/frame/site-layout");
  if (!site) return null;
  return (
    <ActionBar {...site.business}>
      <ButtonLink to="/bookings" className="grow px-2!">
        {m.account_book()}
      </ButtonLink>
    </ActionBar>
  );
}

/** Shows its page to signed-in users (docs/domain.md, "Roles"). The server checks every call. */
function SignInGuard({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const [failed, setFailed] = useState(false);

  function readSession() {
    setFailed(false);
    refreshSession().catch(() => setFailed(true));
  }

  useEffect(readSession, []);

  if (failed) return <ErrorScreen onRetry={readSession} />;
  if (session.state === "loading") return <Waiting />;
  if (session.state === "signed-out") {
    if (!session.fresh) return <Waiting />;
    return <Navigate to={`/auth?next=${encodeURIComponent(pathname + search + hash)}`} replace />;
  }
  return (
    <>
      {children(session.user)}
      <SessionEnded user={session.user} />
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy className="page-column grid min-h-[60svh] place-items-center text-muted">
      <div role="status" className="noscript:hidden">
        <h1 className="font-normal">{m.common_loading()}</h1>
      </div>
      <NeedsScripts>
        <p>{m.account_without_script()}</p>
      </NeedsScripts>
    </div>
  );
}

/**
 * Keeps the shown data current, and clears it on sign-out, so that the next user of the browser never sees
 * it.
 */
function Live({ userId }: { userId: string }) {
  useEffect(() => {
    const stop = subscribeToLiveUpdates(queryClient, userId, () => {});
    return () => {
      stop();
      queryClient.clear();
    };
  }, [userId]);
  return null;
}
