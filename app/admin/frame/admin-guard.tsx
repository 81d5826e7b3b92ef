import ShieldX from "lucide-react/icons/shield-x";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { SessionEnded } from "~/features/people/accounts/components/session-ended";
import { m } from "~/paraglide/messages";
import { may } from "~/platform/auth/permissions";
import { enterProfileLanguage } from "~/platform/auth/profile-language";
import { refreshSession, type SessionUser, useSession } from "~/platform/auth/session";
import { ButtonLink } from "~/ui/button";
import { ErrorScreen } from "~/ui/screen/error-screen";
import { LoadingScreen } from "~/ui/screen/loading-screen";
import { canOpenPage, findRedirect } from "./admin-pages";

/**
 * Shows its page to office users with the permission (docs/domain.md, "Roles"). This is navigation, not
 * security: the server checks every call.
 */
export function AdminGuard({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [check, setCheck] = useState<"pending" | "done" | "failed">("pending");

  // The user's permissions may have changed since the session was last read.
  function readSession() {
    setCheck("pending");
    refreshSession().then(
      (session) => enterProfileLanguage(session) || setCheck("done"),
      () => setCheck("failed"),
    );
  }

  useEffect(readSession, []);

  if (check === "failed") return <ErrorScreen onRetry={readSession} />;
  if (session.state === "loading") return <LoadingScreen>{m.common_loading()}</LoadingScreen>;
  if (session.state === "signed-out") {
    if (check === "pending") return <LoadingScreen>{m.common_loading()}</LoadingScreen>;
    return <Navigate to={`/auth?next=${encodeURIComponent(pathname + search)}`} replace />;
  }
  // The page is opened once, after the check, because its forms restore what was typed before an error.
  if (check === "pending") return <LoadingScreen>{m.admin_verifying()}</LoadingScreen>;
  if (session.user.mustSetUpTwoFactor) return <Navigate to="/user-settings#two-factor" replace />;
  const redirect = findRedirect(pathname);
  if (redirect) return <Navigate to={redirect + search} replace />;
  if (!may(session.user, "office.enter") || !canOpenPage(session.user, pathname)) return <AccessDenied />;
  return (
    <>
      {children(session.user)}
      <SessionEnded user={session.user} />
    </>
  );
}

function AccessDenied() {
  return (
    <main className="grid min-h-svh place-items-center px-6 py-16">
      <div className="flex max-w-md flex-col items-center gap-4 text-center">
        <ShieldX aria-hidden className="size-10 text-muted" />
        <h1 className="text-2xl">{m.admin_denied_title()}</h1>
        <p className="text-muted">{m.admin_denied_body()}</p>
        <ButtonLink to="/">{m.admin_denied_home()}</ButtonLink>
        <p className="text-sm text-muted">{m.admin_denied_hint()}</p>
      </div>
    </main>
  );
}
